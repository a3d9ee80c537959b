using System.Text;
using Blittable.Arrow.Tool;
using Blittable.Cli;
using Blittable.Collections;
using Blittable.DuckDB;
using Blittable.DuckDB.Results;
using DuckDB.NET.Data;

namespace Blittable.Arrow.Tests;

/// <summary>Tests the rows of the command <c>sql</c>: statements, nested JSON and types without an Arrow form.</summary>
public sealed class SqlTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("blittable-sql-").FullName;

    public SqlTests()
    {
        using var writer = CollectionWriter.Create(Collection);
        writer.Add("""{"id":1,"o":{"x":[1,null]}}"""u8);
        writer.Add("""{"id":2,"o":"text"}"""u8);
        writer.Commit();
    }

    private string Collection => Path.Combine(_folder, "t.blic");

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Theory]
    [InlineData("set threads=1; select o from t where id = 1", """{"o":{"x":[1,null]}}""")]
    [InlineData("create table u as select * from t; select o from u order by id; -- the end; of it", """{"o":{"x":[1,null]}}|{"o":"text"}""")]
    [InlineData("create table v (a int); select 1 as a; insert into v values (2); select a from v", """{"a":2}""")]
    [InlineData("select 'größe 💶\u2028' v, '{\"\ue000\":\"\\ud83d\\ude00\"}'::json j, '{\"a\":\"\\u00e9\\n\"}'::json k", "{\"v\":\"größe 💶\u2028\",\"j\":{\"\ue000\":\"😀\"},\"k\":{\"a\":\"é\\n\"}}")]
    [InlineData("select list(o order by id) l, {'a': max(id), 'b c': list(o order by id)} s from t", """{"l":[{"x":[1,null]},"text"],"s":{"a":2,"b c":[{"x":[1,null]},"text"]}}""")]
    [InlineData("select map{'k': o} m, [o]::json[1] f, union_value(j := o) u from t where id = 1", """{"m":{"k":{"x":[1,null]}},"f":[{"x":[1,null]}],"u":{"x":[1,null]}}""")]
    [InlineData("select struct_pack(\"a \"\", JSON\" := o, b := ['x']) s from t where id = 1", """{"s":{"a \", JSON":{"x":[1,null]},"b":["x"]}}""")]
    [InlineData("select row(o, 1) s from t where id = 2", """{"s":{"":"text","_1":1}}""")]
    [InlineData("select o::variant v, [o::variant] l from t order by id", """{"v":{"x":[1,null]},"l":[{"x":[1,null]}]}|{"v":"text","l":["text"]}""")]
    [InlineData("select 340282366920938463463374607431768211455::uhugeint n, [1::uhugeint << 127] l", """{"n":340282366920938463463374607431768211455,"l":[170141183460469231731687303715884105728]}""")]
    [InlineData("select '-12345678901234567890123456789012345678901234567890'::bignum n", """{"n":-12345678901234567890123456789012345678901234567890}""")]
    [InlineData("create type e as enum('a', 'b, (c'); select '12:00:00+02'::timetz a, {'t': '12:00:00-05:30'::timetz, 'e': 'b, (c'::e, 'l': ['a'::e]} s", """{"a":"12:00:00+02","s":{"t":"12:00:00-05:30","e":"b, (c","l":["a"]}}""")]
    [InlineData("select a from (values ([1.5, null, 2]::float[3]), (null), ([4, 5, 6])) v(a)", """{"a":[1.5,null,2]}|{"a":null}|{"a":[4,5,6]}""")]
    [InlineData("select [[1, null]::int[2], null, [2, 3]::int[2]] l, {'a': null::int[2]} s", """{"l":[[1,null],null,[2,3]],"s":{"a":null}}""")]
    [InlineData("select to_hours(3000000) s, to_microseconds(-9223372036854775807) t", """{"s":"PT3000000H","t":"PT-2562047788H-54.775807S"}""")]
    [InlineData("select interval '3 days' - interval '14 months' - interval '500 milliseconds' i, [interval '0 days', null, interval '1 hour 2 minutes 3.25 seconds'] l", """{"i":"P-1Y-2M3DT-0.5S","l":["PT0S",null,"PT1H2M3.25S"]}""")]
    [InlineData("select map([interval '1 day'], [{'i': interval '2562047788 hours 54 seconds'}]) m", """{"m":[["P1D",{"i":"PT2562047788H54S"}]]}""")]
    [InlineData("create type big as uhugeint; select 340282366920938463463374607431768211455::big n", """{"n":340282366920938463463374607431768211455}""")]
    [InlineData("select '0101'::bit b, map{'k': '1'::bit} m", """{"b":"0101","m":{"k":"1"}}""")]
    [InlineData("select '1'::bit as b, id, id from t order by id desc -- all", """{"b":"1","id":2,"id_1":2}|{"b":"1","id":1,"id_1":1}""")]
    [InlineData("select ';' a, $x$;$x$ b, E'\\';' c, d.\";\" d from (select 1 as \";\") d /* ; /* ; */ ; */ where 1 = 1;;", """{"a":";","b":";","c":"';","d":1}""")]
    [InlineData("select null::json n, []::json[] l, null::struct(a json) s from t where id = 1", """{"n":null,"l":[],"s":null}""")]
    [InlineData("with w as (select o from t) from w where o->>'$.x[0]' = '1'", """{"o":{"x":[1,null]}}""")]
    [InlineData("pivot (select id, 'p' || id as k from t) on k using sum(id)", """{"p1":1,"p2":2}""")]
    public async Task Rows_have_the_exact_values(string sql, string expected)
    {
        ArgumentNullException.ThrowIfNull(expected);
        var run = await RunAsync(sql, Collection);

        Assert.Equal((ExitCode.Done, ""), (run.Code, run.Error));
        Assert.Equal(expected.Replace('|', '\n') + "\n", run.Output);
    }

    [Fact]
    public async Task A_statement_without_rows_is_run_and_noted()
    {
        var parquet = Path.Combine(_folder, "t.parquet");
        var copied = await RunAsync($"create table u as select id from t; copy (select * from u) to '{parquet}'", Collection);
        var counted = await RunAsync($"select count(*) n from '{parquet}'", Collection);
        var stored = await RunAsync("create table u as select 1", Collection, "-o", Path.Combine(_folder, "out.blic"));

        Assert.Equal((ExitCode.Done, ""), (copied.Code, copied.Output));
        Assert.Contains("no rows", copied.Error, StringComparison.Ordinal);
        Assert.Equal("""{"n":2}""" + "\n", counted.Output);
        Assert.Equal(ExitCode.Usage, stored.Code);
        Assert.False(File.Exists(Path.Combine(_folder, "out.blic")));
    }

    [Fact]
    public async Task The_function_read_blittable_reads_other_collections() =>
        Assert.Equal("""{"o":"text"}""" + "\n", (await RunAsync($"select o from read_blittable('{Collection}') where id = 2")).Output);

    [Fact]
    public async Task Nested_values_are_typed_or_restored_exactly()
    {
        var file = Path.Combine(_folder, "n.blic");
        using (var writer = CollectionWriter.Create(file))
        {
            writer.Add("""{"id":1,"s":{"n":1.0},"l":[{"at":"2026-01-01"}]}"""u8);
            writer.Add("""{"id":2,"s":{"m":true},"l":[]}"""u8);
            writer.Commit();
        }

        var typed = await RunAsync("select s, l, s.n + 1 as x, l[1].at::date - date '2025-12-31' as days from n order by id", file);
        var exact = await RunAsync("select s, l from n order by id", file, "--nested-as-json");

        Assert.Equal("""{"s":{"n":1,"m":null},"l":[{"at":"2026-01-01"}],"x":2,"days":1}""" + "\n" + """{"s":{"n":null,"m":true},"l":[],"x":null,"days":null}""" + "\n", typed.Output);
        Assert.Equal("""{"s":{"n":1.0},"l":[{"at":"2026-01-01"}]}""" + "\n" + """{"s":{"m":true},"l":[]}""" + "\n", exact.Output);
    }

    [Theory]
    [InlineData("a", "", "a")]
    [InlineData("a;", "", "a")]
    [InlineData(" ; -- b", "", " ")]
    [InlineData("a; b", "a;", " b")]
    [InlineData("a;;b ; ", "a;;", "b ")]
    [InlineData("a;-- c\nb", "a;", "-- c\nb")]
    [InlineData("'a;''b", "", "'a;''b")]
    [InlineData("e'\\';' ; b", "e'\\';' ;", " b")]
    [InlineData("note';' ; b", "note';' ;", " b")]
    [InlineData("a$b$;c$b$", "a$b$;", "c$b$")]
    [InlineData("$1;$1", "$1;", "$1")]
    [InlineData("/* ; */ a", "", "/* ; */ a")]
    [InlineData("/* ;", "", "/* ;")]
    [InlineData("$$;$;$$;b", "$$;$;$$;", "b")]
    public void Statements_end_at_semicolons_outside_of_texts_and_comments(string sql, string before, string last) => Assert.Equal((before, last), SqlScript.Split(sql));

    [Theory]
    [InlineData("select '1'::bignum v", "v")]
    [InlineData("select {'a': ['1'::bignum]} v", "v")]
    public void A_type_of_another_system_is_refused_by_the_name_of_the_column(string sql, string column)
    {
        using var connection = new DuckDBConnection("Data Source=:memory:");
        connection.Open();
        using var command = connection.CreateCommand();
        command.CommandText = sql;
        using var rows = command.ExecuteArrowStream();

        var fault = Assert.Throws<BlittableException>(() => CollectionArrow.WriteJsonLines(rows, Stream.Null, TestContext.Current.CancellationToken));
        Assert.Contains($"'{column}'", fault.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void The_library_imports_the_rows_with_exact_values()
    {
        using var collection = CollectionReader.Open(Collection);
        using var connection = new DuckDBConnection("Data Source=:memory:");
        connection.Open();
        connection.AttachCollection("t", collection);
        using var rows = connection.ExecuteDocuments("select list(o order by id) l, 1::uhugeint n from t")!;
        using var output = new MemoryStream();
        CollectionArrow.WriteJsonLines(rows, output, TestContext.Current.CancellationToken);

        Assert.Equal("""{"l":[{"x":[1,null]},"text"],"n":1}""" + "\n", Encoding.UTF8.GetString(output.ToArray()));
        Assert.Null(connection.ExecuteDocuments("create table x (a int)"));
    }

    [Theory]
    [InlineData("selec 1", 2, "blittable: Parser Error: syntax error at or near \"selec\"\n\nLINE 1: selec 1\n        ^\n")]
    [InlineData("select 'a'::int", 1, "blittable: Conversion Error: Could not convert string 'a' to INT32\n\nLINE 1: select 'a'::int\n                  ^\n")]
    [InlineData(" ; -- nothing\n /* at all */", 2, "blittable: The SQL text has no statement.\n")]
    public async Task A_message_of_DuckDB_points_at_the_position(string sql, int code, string error)
    {
        var run = await RunAsync(sql);

        Assert.Equal(((ExitCode)code, error), (run.Code, run.Error.ReplaceLineEndings("\n")));
    }

    private static async Task<(ExitCode Code, string Error, string Output)> RunAsync(params string[] arguments)
    {
        await using var error = new StringWriter();
        using var output = new MemoryStream();
        var code = await ArrowCommand.RunAsync(["sql", .. arguments], new CommandStreams(new MemoryStream(), output, error), TestContext.Current.CancellationToken);
        return ((ExitCode)code, error.ToString(), Encoding.UTF8.GetString(output.ToArray()));
    }
}
