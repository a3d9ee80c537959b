using static Blittable.BlittableErrorCode;

namespace Blittable.Tests.Json;

/// <summary>
/// JSON texts and whether they are valid according to RFC 8259. Texts are written as Latin-1: each character is one byte, which allows bytes
/// that are not UTF-8.
/// </summary>
internal static class JsonConformanceCases
{
    /// <summary>Valid JSON texts that are restored byte by byte.</summary>
    public static readonly string[] Same =
    [
        // Structure
        "[]", "{}", "[[]]", "[{}]", "{\"a\":[]}", "{\"a\":{}}", "[[[[[[[[]]]]]]]]", "[[],[]]", "[{},{}]", "[[],{},[],{}]",
        "null", "true", "false", "[null]", "[true]", "[false]", "[null,true,false]", "{\"a\":null}", "{\"a\":true,\"b\":false}",
        "{\"\":0}", "{\"\":{\"\":{\"\":\"\"}}}", "{\"a\":1,\"a\":2}", "{\"a\":1,\"b\":2,\"a\":3}", "{\"a\":{},\"a\":[]}", "[{\"a\":1},{\"a\":2},{\"a\":3}]",
        "[{\"a\":1,\"b\":2},{\"b\":1,\"a\":2},{\"a\":1}]", "{\"a\":{\"b\":{\"c\":{\"d\":[1,[2,[3,{\"e\":4}]]]}}}}", "{\"null\":null,\"true\":true,\"false\":false}",
        "{\"a b\":1,\"a.b\":2,\"a[b]\":3,\"$\":4}", "[[1,2],[3,4],[5,6],[7,8]]", "[1,\"1\",1.0,[1],{\"1\":1}]", "[\"\",\"\",\"\"]",

        // Strings
        "\"\"", "\"a\"", "\"abc\"", "\" \"", "\"  a  \"", "\"/\"", "\"'\"", "\"<&>+`\"", "\"\u007f\"", "\"{}[],:\"", "\"null\"", "\"0\"", "\"1.5\"", "\"-1e5\"",
        "\"0123456789012345678901234567890123456789012345678901234567890\"",
        "\"01234567890123456789012345678901234567890123456789012345678901\"",
        "\"012345678901234567890123456789012345678901234567890123456789012\"",
        "\"0123456789012345678901234567890123456789012345678901234567890123\"",
        "\"01234567890123456789012345678901234567890123456789012345678901234\"",
        "[\"the same\",\"the same\",\"the same\"]", "\"2011-01-01\"", "\"2011-01-01T00:00:00Z\"", "\"2011-01-01T00:00:00.000Z\"", "\"2011-01-01 00:00:00\"",
        "\"2011-01-01T00:00:00+00:00\"", "\"2011-01-01T00:00:00-00:00\"", "\"2016-12-31T23:59:60Z\"", "\"2011-01-01T24:00:00Z\"", "\"2011-02-30\"", "\"0000-01-01\"",
        "\"9999-12-31T23:59:59.999999999Z\"", "\"2020-02-29T12:34:56.7+05:45\"", "\"2020-02-29t12:34:56z\"", "\"2020-02-29T12:34:56\"", "\"20200229\"", "\"2020-2-9\"",
        "\"deadbeef\"", "\"DEADBEEF\"", "\"d41d8cd98f00b204e9800998ecf8427e\"", "\"550e8400-e29b-41d4-a716-446655440000\"", "\"12:30\"", "\"555-1234-5678\"",
        "\"https://www.example.com/the/path?of=the&document\"", "\"This is a small string of the English language.\"",

        // Escapes that are restored unchanged
        "\"\\\"\"", "\"\\\\\"", "\"\\b\"", "\"\\f\"", "\"\\n\"", "\"\\r\"", "\"\\t\"", "\"\\\"\\\\\\b\\f\\n\\r\\t\"", "\"a\\nb\"", "\"\\\\n\"", "\"\\\\\\\\\"", "\"\\\\\\\"\"",
        "\"\\u0000\"", "\"\\u0001\"", "\"\\u001f\"", "\"\\u000b\"", "\"a\\u0000b\"", "{\"\\\"\":1}", "{\"\\\\\":1}", "{\"\\n\":1}", "{\"\\u0000\":1}", "{\"a\\tb\":\"c\\td\"}",
        "\"0123456789012345678901234567890123456789012345678901234567890\\n\"", "\"\\n0123456789012345678901234567890123456789012345678901234567890123456789\"",

        // UTF-8
        "\"\u00c2\u0080\"", "\"\u00df\u00bf\"", "\"\u00e0\u00a0\u0080\"", "\"\u00ed\u009f\u00bf\"", "\"\u00ee\u0080\u0080\"", "\"\u00ef\u00bf\u00bf\"", "\"\u00f0\u0090\u0080\u0080\"",
        "\"\u00f4\u008f\u00bf\u00bf\"", "\"\u00ef\u00bb\u00bf\"", "\"\u00e2\u0080\u00a8\u00e2\u0080\u00a9\"", "{\"\u00c3\u00bc\":\"\u00c3\u009f\"}", "[\"\u00e6\u009c\u00a8\",\"\u00f0\u009f\u0098\u0080\"]",
        "\"abc\u00c3\u00a4\u00c3\u00b6\u00c3\u00bc0123456789012345678901234567890123456789012345678901234567890123456789\"",

        // Numbers
        "0", "-0", "1", "-1", "9", "10", "63", "64", "-63", "-64", "99", "100", "255", "256", "-255", "-256", "65535", "65536", "-65536", "16777215", "16777216",
        "4294967295", "4294967296", "-4294967296", "281474976710655", "281474976710656", "9007199254740993", "9223372036854775807", "9223372036854775808",
        "-9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616", "-18446744073709551615", "-18446744073709551616",
        "123456789012345678901234567890", "-123456789012345678901234567890123456789012345678901234567890",
        "0.0", "-0.0", "0.1", "-0.1", "1.0", "1.00", "1.5", "12.50", "0.001", "0.0001", "100.00", "1.10", "3.141592653589793", "-122.41941550000001",
        "0.12345678901234567890", "12345678901234567890.5", "0.000000000000000000000000000001", "9007199254740993.0", "65.613616999999977",
        "1e5", "1E5", "1e+5", "1E+5", "1e-5", "1E-5", "-1e5", "0e0", "0e1", "0E+1", "-0e-0", "1e00", "1e05", "1.5e3", "1.50E-10", "-1.5e+300", "1e308", "1e309", "1e-400", "1e999999999999",
        "123e45", "0.5e-1", "[0,1,2,3]", "[0.5,1.5,2.5]", "[1,2.5,-3,4e5]", "{\"a\":-0,\"b\":0.0,\"c\":1e1}", "[1,1,1,1,1,1,1,1]", "[-1,-2,-3,-4]", "[1000,2000,3000,4000,70000]",
    ];

    /// <summary>Valid JSON texts and their rendered form: white space is removed, and escapes become characters if JSON allows the characters.</summary>
    public static readonly (string Text, string Result)[] Changed =
    [
        (" 1", "1"), ("1 ", "1"), ("\t1\n", "1"), ("\r\n1\r\n", "1"), (" [ ] ", "[]"), (" { } ", "{}"), ("[ 1 , 2 ]", "[1,2]"), ("{ \"a\" : 1 }", "{\"a\":1}"),
        ("[\n\t1,\r\n\t2\n]", "[1,2]"), ("{\n  \"a\": [\n    1\n  ]\n}", "{\"a\":[1]}"), ("                                                                        0", "0"),
        ("[                                                                                 1]", "[1]"), ("{\"a\"          :          1          ,          \"b\":2}", "{\"a\":1,\"b\":2}"),
        ("\"\\/\"", "\"/\""), ("\"\\u0041\"", "\"A\""), ("\"\\u0022\"", "\"\\\"\""), ("\"\\u005c\"", "\"\\\\\""), ("\"\\u005C\"", "\"\\\\\""), ("\"\\u000a\"", "\"\\n\""), ("\"\\u000A\"", "\"\\n\""),
        ("\"\\u0008\"", "\"\\b\""), ("\"\\u001F\"", "\"\\u001f\""), ("\"\\u007f\"", "\"\u007f\""), ("\"\\u0080\"", "\"\u00c2\u0080\""), ("\"\\u00fc\"", "\"\u00c3\u00bc\""),
        ("\"\\u07ff\"", "\"\u00df\u00bf\""), ("\"\\u0800\"", "\"\u00e0\u00a0\u0080\""), ("\"\\uFFFF\"", "\"\u00ef\u00bf\u00bf\""), ("\"\\uFEFF\"", "\"\u00ef\u00bb\u00bf\""),
        ("\"\\ud83d\\ude00\"", "\"\u00f0\u009f\u0098\u0080\""), ("\"\\uD800\\uDC00\"", "\"\u00f0\u0090\u0080\u0080\""), ("\"\\uDBFF\\uDFFF\"", "\"\u00f4\u008f\u00bf\u00bf\""),
        ("{\"\\u0061\":1}", "{\"a\":1}"), ("{\"\\ud83d\\ude00\":1}", "{\"\u00f0\u009f\u0098\u0080\":1}"), ("{\"\\u0061\":1,\"a\":2}", "{\"a\":1,\"a\":2}"),
        ("\"2011\\u002d01-01\"", "\"2011-01-01\""), ("\"\\u2028\"", "\"\u00e2\u0080\u00a8\""),
    ];

    /// <summary>Invalid JSON texts, and the reason.</summary>
    public static readonly (string Text, BlittableErrorCode Code)[] Refused =
    [
        // Structure
        ("", UnexpectedEnd), (" ", UnexpectedEnd), ("[", UnexpectedEnd), ("{", UnexpectedEnd), ("[1", UnexpectedEnd), ("[1,", UnexpectedEnd), ("{\"a\"", UnexpectedEnd),
        ("{\"a\":", UnexpectedEnd), ("{\"a\":1", UnexpectedEnd), ("{\"a\":1,", UnexpectedEnd), ("[[]", UnexpectedEnd), ("[{}", UnexpectedEnd), ("[[[[", UnexpectedEnd),
        ("]", UnexpectedCharacter), ("}", UnexpectedCharacter), (",", UnexpectedCharacter), (":", UnexpectedCharacter), ("[,]", UnexpectedCharacter), ("[1,]", UnexpectedCharacter),
        ("[,1]", UnexpectedCharacter), ("[1,,2]", UnexpectedCharacter), ("[1 2]", UnexpectedCharacter), ("[1:2]", UnexpectedCharacter), ("[1}", UnexpectedCharacter), ("{]", UnexpectedCharacter),
        ("{\"a\":1]", UnexpectedCharacter), ("{,}", UnexpectedCharacter), ("{\"a\":1,}", UnexpectedCharacter), ("{\"a\",1}", UnexpectedCharacter), ("{\"a\"}", UnexpectedCharacter),
        ("{\"a\" 1}", UnexpectedCharacter), ("{\"a\"::1}", UnexpectedCharacter), ("{\"a\":}", UnexpectedCharacter), ("{:1}", UnexpectedCharacter), ("{1:1}", UnexpectedCharacter),
        ("{a:1}", UnexpectedCharacter), ("{'a':1}", UnexpectedCharacter), ("{null:1}", UnexpectedCharacter), ("{[]:1}", UnexpectedCharacter), ("{\"a\":1 \"b\":2}", UnexpectedCharacter),
        ("{\"a\":1,,\"b\":2}", UnexpectedCharacter), ("{\"a\":1,\"b\"}", UnexpectedCharacter), ("['a']", UnexpectedCharacter), ("[a]", UnexpectedCharacter), ("[/**/]", UnexpectedCharacter),
        ("// 1\n1", UnexpectedCharacter), ("#", UnexpectedCharacter), ("\u000b1", UnexpectedCharacter), ("\u000c1", UnexpectedCharacter), ("\u00a01", UnexpectedCharacter), ("\u00001", UnexpectedCharacter),
        ("\u00ef\u00bb\u00bf1", UnexpectedCharacter), ("[\u0001]", UnexpectedCharacter), ("undefined", UnexpectedCharacter), ("NaN", UnexpectedCharacter), ("Infinity", UnexpectedCharacter),
        ("1 2", TrailingCharacters), ("1,", TrailingCharacters), ("[]]", TrailingCharacters), ("{}}", TrailingCharacters), ("[][]", TrailingCharacters), ("{}{}", TrailingCharacters),
        ("[] x", TrailingCharacters), ("\"a\"\"b\"", TrailingCharacters), ("null null", TrailingCharacters), ("[]\u0000", TrailingCharacters), ("1 //", TrailingCharacters), ("\"\":1", TrailingCharacters),

        // Literals
        ("nul", UnexpectedEnd), ("tru", UnexpectedEnd), ("fals", UnexpectedEnd), ("n", UnexpectedEnd), ("[nul]", UnexpectedCharacter), ("[tru]", UnexpectedCharacter), ("[fals]", UnexpectedCharacter),
        ("[Null]", UnexpectedCharacter), ("[TRUE]", UnexpectedCharacter), ("[nULL]", UnexpectedCharacter), ("[nill]", UnexpectedCharacter), ("[truefalse]", UnexpectedCharacter), ("[nullx]", UnexpectedCharacter),

        // Strings and escapes
        ("\"", UnexpectedEnd), ("\"a", UnexpectedEnd), ("[\"a]", UnexpectedEnd), ("\"\\\"", UnexpectedEnd), ("\"\\", UnexpectedEnd), ("\"\\u", UnexpectedEnd), ("\"\\u00", UnexpectedEnd),
        ("\"\u0000\"", ControlCharacter), ("\"\u0001\"", ControlCharacter), ("\"\u001f\"", ControlCharacter), ("\"\n\"", ControlCharacter), ("\"\t\"", ControlCharacter), ("\"\r\"", ControlCharacter),
        ("\"a\nb\"", ControlCharacter), ("{\"a\tb\":1}", ControlCharacter), ("\"0123456789012345678901234567890123456789012345678901234567890123\u0001\"", ControlCharacter),
        ("\"\\a\"", InvalidEscape), ("\"\\x41\"", InvalidEscape), ("\"\\'\"", InvalidEscape), ("\"\\0\"", InvalidEscape), ("\"\\ \"", InvalidEscape), ("\"\\U0041\"", InvalidEscape), ("\"\\\n\"", InvalidEscape),
        ("\"\\u004g\"", InvalidEscape), ("\"\\u 041\"", InvalidEscape), ("\"\\u-041\"", InvalidEscape), ("\"\\u004\"", InvalidEscape), ("\"\\ud800\"", InvalidEscape), ("\"\\udc00\"", InvalidEscape),
        ("\"\\ud800a\"", InvalidEscape), ("\"\\ud800\\n\"", InvalidEscape), ("\"\\ud800\\ud800\"", InvalidEscape), ("\"\\ud800\\u0041\"", InvalidEscape), ("\"\\udc00\\ud800\"", InvalidEscape),
        ("{\"\\ud800\":1}", InvalidEscape), ("{\"\\q\":1}", InvalidEscape), ("[\"\\ud83d\\ude0\"]", InvalidEscape),

        // UTF-8
        ("\"\u0080\"", InvalidUtf8), ("\"\u00bf\"", InvalidUtf8), ("\"\u00c0\u0080\"", InvalidUtf8), ("\"\u00c1\u00bf\"", InvalidUtf8), ("\"\u00c2\"", InvalidUtf8), ("\"\u00c3(\"", InvalidUtf8),
        ("\"\u00e0\u0080\u0080\"", InvalidUtf8), ("\"\u00e0\u009f\u00bf\"", InvalidUtf8), ("\"\u00e2\u0082\"", InvalidUtf8), ("\"\u00ed\u00a0\u0080\"", InvalidUtf8), ("\"\u00ed\u00bf\u00bf\"", InvalidUtf8),
        ("\"\u00f0\u0080\u0080\u0080\"", InvalidUtf8), ("\"\u00f0\u008f\u00bf\u00bf\"", InvalidUtf8), ("\"\u00f0\u009f\u0098\"", InvalidUtf8), ("\"\u00f4\u0090\u0080\u0080\"", InvalidUtf8),
        ("\"\u00f5\u0080\u0080\u0080\"", InvalidUtf8), ("\"\u00fe\"", InvalidUtf8), ("\"\u00ff\"", InvalidUtf8), ("{\"\u00ff\":1}", InvalidUtf8), ("\"\u00e2(\u00a1\"", InvalidUtf8),
        ("\"0123456789012345678901234567890123456789012345678901234567890123456789\u00c3\"", InvalidUtf8), ("\"\\n\u00ff\"", InvalidUtf8), ("\"\u00ff\\n\"", InvalidUtf8),

        // Numbers
        ("+1", UnexpectedCharacter), (".5", UnexpectedCharacter), ("[+1]", UnexpectedCharacter), ("[.5]", UnexpectedCharacter), ("-", UnexpectedEnd), ("[-]", InvalidNumber), ("[-a]", InvalidNumber),
        ("[--1]", InvalidNumber), ("[-+1]", InvalidNumber), ("00", InvalidNumber), ("01", InvalidNumber), ("-01", InvalidNumber), ("[012]", InvalidNumber), ("-00", InvalidNumber), ("[00.5]", InvalidNumber),
        ("[0x10]", UnexpectedCharacter), ("[1_000]", UnexpectedCharacter), ("[1a]", UnexpectedCharacter), ("[-NaN]", InvalidNumber), ("[-Infinity]", InvalidNumber), ("[- 1]", InvalidNumber),
        ("[1 000]", UnexpectedCharacter), ("[\u0661]", UnexpectedCharacter),
    ];

    /// <summary>Invalid numbers with a fraction or an exponent.</summary>
    public static readonly string[] RefusedNumbers =
    [
        "[1.]", "[0.]", "[-1.]", "[1.e5]", "[1.5.5]", "[1..5]", "[1e]", "[1E]", "[1e+]", "[1e-]", "[1.5e]", "[1e5.5]", "[1e5e5]", "[1e+-5]", "[1e--5]", "[1.-5]", "[1.+5]", "[1.a]", "[1.5a]",
        "[1e5a]", "[1ea]", "[0.e1]", "[-0.]", "[1.5-]", "[1e5+]", "{\"a\":1.}", "{\"a\":1e}", "[1.0e+]", "[0e]", "[0.0.0]", "[1.2.3.4]", "[1eE5]",
        "[1.2.3]", "[0e+-1]", "[192.168.0.1]", "[2024.01.02]", "[-1.5.]", "[0.3e+]", "[0e+]", "[-2.]", "[1.2e-]", "[2.e3]", "[9.e+]", "[0.1.2]", "[1+2]", "[1.8011670033376514H-308]", "[-0.e]",
        "[123456789.123456789.]", "[1234567890123456789012345678901234567890.]",
    ];
}
