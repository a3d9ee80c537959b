using System.Globalization;
using System.Text;

namespace Blittable.Golden;

/// <summary>The JSON from which golden files were created. A change here does not change existing golden files.</summary>
internal static class GoldenJson
{
    private static readonly string[] s_cities = ["Zürich", "Łódź", "東京", "Reykjavík", "Oslo"];

    /// <summary>Contains every kind of value, in each width that converters write in a small document.</summary>
    public static string EveryKind()
    {
        string[] members =
        [
            "\"null\":null,\"true\":true,\"false\":false,\"empty\":[[],{},\"\"]",
            "\"integers\":[0,63,64,255,256,65535,65536,16777215,16777216,4294967295,4294967296,281474976710655,281474976710656,18446744073709551615]",
            "\"negative\":[-1,-255,-256,-65535,-65536,-16777216,-4294967296,-281474976710656,-9223372036854775808]",
            "\"decimals\":[0.5,-0.5,12.50,1.250,199.99,1234567.891,0.0001,1234567890.12345,-99999999999.999999]",
            "\"texts of numbers\":[-0,1e3,1.5E-7,123456789012345678901234567890,0.1234567890123456789012345]",
            "\"dates\":[\"2011-01-01T00:00:00Z\",\"2026-11-27\",\"1969-07-20T20:17:40.123456789+02:00\",\"2026-11-27T12:34:56.789Z\",\"2026-11-27 12:34:56\",\"0001-01-01T00:00:00Z\",\"9999-12-31T23:59:59.999999999Z\"]",
            "\"strings\":[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0001\",\"naïve café\",\"€ 💶 𝄞\",\"the quick brown fox jumps over the lazy dog, and the dog does not mind\"]",
            $"\"long\":[\"{string.Concat(Enumerable.Repeat("of all the strings that a document has, this is one; ", 8))}\",\"{new string('x', 70)}\",\"{string.Concat(Enumerable.Repeat("größer ", 40))}\"]",
            "\"packed\":[7,3,5,9,8,1,2,7,4,6],\"steps\":[1000000,2000000,3000000,4000001,5000000,6000000,7000000,8000000,9000000,10000000]",
            $"\"fractions\":[{string.Join(',', Enumerable.Range(1, 40).Select(i => (i * 0.25).ToString("F2", CultureInfo.InvariantCulture)))}]",
            $"\"doubles\":[{string.Join(',', Enumerable.Range(1, 40).Select(i => Math.Sqrt(i).ToString("R", CultureInfo.InvariantCulture)))}]",
            $"\"matrix\":[{string.Join(',', Enumerable.Range(0, 40).Select(i => $"[{(-122.4 - (i * 0.0125)).ToString("F4", CultureInfo.InvariantCulture)},{(37.7 + (i * 0.0075)).ToString("F4", CultureInfo.InvariantCulture)}]"))}]",
            $"\"many\":[{string.Join(',', Enumerable.Range(0, 90).Select(i => $"\"item number {i} of the list\""))}]",
            $"\"names\":{{{string.Join(',', Enumerable.Range(0, 90).Select(i => $"\"name {i * 37 % 90:00}\":{i}"))}}}",
            $"\"rows\":[{string.Join(',', Enumerable.Range(0, 12).Select(Order))}]",
            $"\"shared\":[{string.Join(',', Enumerable.Repeat("{\"a repeated text\":\"which is long enough to be shared\",\"and\":[\"an array of texts\",\"that is repeated\"]}", 5))}]",
            $"\"starts\":[{string.Join(',', Enumerable.Range(0, 12).Select(i => $"\"https://example.org/a/path/that/all/of/them/start/with/{i}\""))}]",
            $"\"deep\":{string.Concat(Enumerable.Repeat("[{\"next\":", 24))}0{string.Concat(Enumerable.Repeat("}]", 24))}",
        ];
        return $"{{{string.Join(',', members)}}}";
    }

    /// <summary>Contains so much text with one vocabulary that a symbol table saves more than its own size.</summary>
    public static string Prose()
    {
        string[] words = ["Zeichenkette", "größtenteils", "unverändert", "Verzeichnis", "Überschrift", "gespeichert", "Reihenfolge", "beschreibt", "Gültigkeit", "Wörterbuch", "eingelesen"];
        var sentences = Enumerable.Range(0, 400).Select(i => string.Join(' ', Enumerable.Range(0, 5 + (i % 4)).Select(j => words[((i * 7) + (j * j * 3) + (i * j)) % words.Length])));
        return $"[{string.Join(',', sentences.Select((sentence, i) => $"\"{i}: {sentence}.\""))}]";
    }

    public static IEnumerable<ReadOnlyMemory<byte>> Orders(int from, int count) => Enumerable.Range(from, count).Select(i => (ReadOnlyMemory<byte>)Encoding.UTF8.GetBytes(Order(i)));

    public static IEnumerable<ReadOnlyMemory<byte>> Releases(int from, int count) => Enumerable.Range(from, count).Select(i => (ReadOnlyMemory<byte>)Encoding.UTF8.GetBytes(Release(i)));

    /// <summary>Creates one of many documents with two shapes. The second shape is rare and has different names.</summary>
    public static string Order(int i)
    {
        var city = s_cities[i % s_cities.Length];
        var note = i % 7 == 3 ? $",\"note\":{{\"text\":\"call before delivery, number {i}\",\"by\":\"customer{i % 4}\"}}" : "";
        var price = (i * 1.25).ToString("F2", CultureInfo.InvariantCulture);
        return $"{{\"id\":{i},\"city\":\"{city}\",\"placed\":\"2026-0{1 + (i % 9)}-1{i % 10}T08:{10 + (i % 50)}:00Z\",\"price\":{price},\"paid\":{(i % 3 == 0 ? "false" : "true")},\"tags\":[\"tag{i % 5}\",\"delivery\"]{note}}}";
    }

    private static string Release(int i) =>
        $"{{\"release\":\"{i / 10}.{i % 10}\",\"changes\":[\"Mends the count of the customers\",\"Adds a page for the orders of {2000 + i}\"],\"approved by\":\"the committee of releases\"}}";
}
