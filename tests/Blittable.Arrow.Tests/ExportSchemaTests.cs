using Apache.Arrow;
using Apache.Arrow.Types;
using Blittable.Collections;
using Blittable.Collections.Tests;

namespace Blittable.Arrow.Tests;

/// <summary>Tests exports with a given schema, an order or partitions.</summary>
public sealed class ExportSchemaTests
{
    public static TheoryData<IArrowType, string, string?> Values => new()
    {
        { BooleanType.Default, "true", "true" },
        { BooleanType.Default, "1", null },
        { Int8Type.Default, "-128", "-128" },
        { Int8Type.Default, "128", null },
        { Int16Type.Default, "-32769", null },
        { Int32Type.Default, "2147483647", "2147483647" },
        { Int32Type.Default, "2147483648", null },
        { Int64Type.Default, "1.5", null },
        { Int64Type.Default, "\"1\"", null },
        { UInt8Type.Default, "-1", null },
        { UInt16Type.Default, "65535", "65535" },
        { UInt32Type.Default, "4294967296", null },
        { UInt64Type.Default, "18446744073709551615", "18446744073709551615" },
        { UInt64Type.Default, "18446744073709551616", null },
        { Int32Type.Default, "1.0", "1" },
        { Int8Type.Default, "1e2", "100" },
        { Int8Type.Default, "1e3", null },
        { Int64Type.Default, "-0.0", "0" },
        { Int64Type.Default, "1e999999999999999999999", null },
        { UInt8Type.Default, "-1.0", null },
        { UInt64Type.Default, "18446744073709551615.0", "18446744073709551615" },
        { UInt64Type.Default, "-1e0", null },
        { new Decimal128Type(5, 2), "1e2", "100.00" },
        { new Decimal128Type(5, 2), "12.5E-1", "1.25" },
        { new Decimal128Type(5, 2), "1e-3", null },
        { new Decimal128Type(5, 2), "1e3", null },
        { FloatType.Default, "0.1", "0.1" },
        { FloatType.Default, "1e39", null },
        { DoubleType.Default, "1e400", null },
        { new Decimal128Type(5, 2), "-123.45", "-123.45" },
        { new Decimal128Type(5, 2), "1234.5", null },
        { new Decimal128Type(5, 2), "1.234", null },
        { new Decimal128Type(4, 4), "0", "0.0000" },
        { new Decimal128Type(4, 4), "0.00", "0.0000" },
        { new Decimal128Type(4, 4), "-0.1234", "-0.1234" },
        { new Decimal128Type(4, 4), "1", null },
        { new TimestampType(TimeUnit.Nanosecond, "UTC"), "\"2262-04-11T23:47:16.854775806Z\"", "\"2262-04-11T23:47:16.854775806Z\"" },
        { new TimestampType(TimeUnit.Nanosecond, "UTC"), "\"2262-04-11T23:47:16.854775807Z\"", null },
        { StringType.Default, "\"2026-11-27\"", "\"2026-11-27\"" },
        { StringType.Default, "1", null },
        { BinaryType.Default, "\"AQID\"", "\"AQID\"" },
        { BinaryType.Default, "\"?\"", null },
        { BinaryType.Default, "\"AQ ID\"", null },
        { BinaryType.Default, "\"AQIE\\n\"", null },
        { BinaryType.Default, "\"AR==\"", null },
        { Date32Type.Default, "\"2026-11-27\"", "\"2026-11-27\"" },
        { Date32Type.Default, "\"2026-11-27T00:00:00Z\"", null },
        { new TimestampType(TimeUnit.Millisecond, "UTC"), "\"2026-11-27T12:00:00.5+02:00\"", "\"2026-11-27T10:00:00.500Z\"" },
        { new TimestampType(TimeUnit.Millisecond, "UTC"), "\"2026-11-27T12:00:00\"", null },
        { new TimestampType(TimeUnit.Millisecond, "UTC"), "\"2026-11-27T12:00:00.0001Z\"", null },
        { new TimestampType(TimeUnit.Microsecond, (string?)null), "\"2026-11-27T12:00:00Z\"", "\"2026-11-27T12:00:00.000000\"" },
        { new TimestampType(TimeUnit.Microsecond, (string?)null), "\"2026-11-27T12:00:00+02:00\"", null },
        { new TimestampType(TimeUnit.Nanosecond, (string?)null), "\"0001-01-01T00:00:00\"", null },
        { new ListType(Int32Type.Default), "[1,null]", "[1,null]" },
        { new ListType(Int32Type.Default), "[1,\"x\"]", null },
        { new ListType(Int32Type.Default), "{}", null },
        { new StructType([new Field("a", Int32Type.Default, nullable: true)]), "{\"a\":1,\"b\":2}", "{\"a\":1}" },
        { new StructType([new Field("a", Int32Type.Default, nullable: true)]), "{\"a\":1,\"a\":2}", null },
        { new StructType([new Field("a", Int32Type.Default, nullable: false)]), "{\"b\":1}", null },
    };

    [Theory]
    [MemberData(nameof(Values))]
    public void A_given_column_stores_a_value_exactly_or_rejects_it_with_the_column_name(IArrowType type, string value, string? expected)
    {
        ArgumentNullException.ThrowIfNull(type);
        var options = new ArrowOptions { Schema = new Schema([new Field("v", type, nullable: true)], null) };
        string[] documents = [$"{{\"v\":{value},\"other\":1}}", "{}"];
        if (expected is null)
        {
            var fault = Assert.Throws<BlittableException>(() => new ParquetFile(documents, options).Dispose());
            Assert.Contains("'v", fault.Message, StringComparison.Ordinal);
            return;
        }

        using var file = new ParquetFile(documents, options);
        Assert.Equal([$"{{\"v\":{expected}}}", "{\"v\":null}"], file.Import());
    }

    [Fact]
    public void A_given_column_of_integers_or_decimals_accepts_each_number_that_it_stores_exactly()
    {
        foreach (var text in NumberTexts.All)
        {
            foreach (var (type, min, max) in NumberTexts.Integers)
            {
                var isExact = NumberTexts.TryGetInteger(text, out var expected) && expected >= min && expected <= max;
                Assert.Equal((text, type.Name, isExact ? $"{{\"v\":{expected}}}" : null), (text, type.Name, Restored(type, text)));
            }

            var restored = Restored(new Decimal128Type(38, 0), text);
            var isWhole = NumberTexts.TryGetInteger(text, out var whole) && whole.ToString(System.Globalization.CultureInfo.InvariantCulture).TrimStart('-').Length <= 38;
            Assert.Equal((text, isWhole ? $"{{\"v\":{whole}}}" : null), (text, restored));
        }

        static string? Restored(IArrowType type, string text)
        {
            try
            {
                using var file = new ParquetFile([$"{{\"v\":{text}}}"], new ArrowOptions { Schema = new Schema([new Field("v", type, nullable: true)], null) });
                return Assert.Single(file.Import());
            }
            catch (BlittableException fault) when (fault.Code == BlittableErrorCode.NumberOutOfRange)
            {
                return null;
            }
        }
    }

    [Fact]
    public void A_given_column_without_a_zone_stores_either_local_times_or_times_in_UTC()
    {
        var options = new ArrowOptions { Schema = new Schema([new Field("t", new TimestampType(TimeUnit.Second, (string?)null), nullable: true)], null) };
        using (var uniform = new ParquetFile(["""{"t":"2024-01-01T00:00:00Z"}""", "{}", """{"t":"2024-01-02T00:00:00Z"}"""], options))
        {
            Assert.Equal(3, uniform.Import().Count);
        }

        var fault = Assert.Throws<BlittableException>(() => new ParquetFile(["""{"t":"2024-01-01T00:00:00Z"}""", """{"t":"2024-01-01T00:00:00"}"""], options).Dispose());

        Assert.Equal(BlittableErrorCode.WrongKind, fault.Code);
        Assert.Contains("'t'", fault.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_given_column_whose_name_has_a_NUL_is_rejected(bool isNested)
    {
        var field = new Field("a\0b", Int32Type.Default, nullable: true);
        var schema = new Schema([isNested ? new Field("o", new StructType([field]), nullable: true) : field], null);

        Assert.Contains("NUL", Assert.Throws<ArgumentException>(() => new ParquetFile(["{}"], new ArrowOptions { Schema = schema }).Dispose()).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_schema_is_derived_from_a_type()
    {
        var schema = ArrowSchema.Of(ShopTypes.Context.Default.Order);

        Assert.Equal(
            "id int32,big uint64,price decimal128,at timestamp,local timestamp,day date32,name utf8,bytes binary,state int32,words map,lines list,any utf8,key fixed_size_binary,time time64",
            string.Join(',', schema.FieldsList.Select(field => $"{field.Name} {field.DataType.Name}")));
        Assert.Equal("count int16,weight float,parent utf8", string.Join(',', ((StructType)((ListType)schema.GetFieldByName("lines").DataType).ValueDataType).Fields.Select(
            field => $"{field.Name} {field.DataType.Name}")));
        var document = """{"id":1,"price":2.50,"words":{"a":1},"lines":[{"count":2,"weight":0.1,"parent":{"id":2}}],"any":[1,"x"],"key":"2b4e1c36-0000-4000-8000-0123456789ab","time":"12:34:56.1234567"}""";
        using var file = new ParquetFile([document], new ArrowOptions { Schema = schema });
        Assert.Equal(
            "1|2.5|1|0.1|{\"id\":2}|[1,\"x\"]|2b4e1c36-0000-4000-8000-0123456789ab|12:34:56.1234567",
            file.Query("SELECT id, price, words['a'], lines[1].weight, lines[1].parent, \"any\", key::VARCHAR, time::VARCHAR FROM documents"));
    }

    [Fact]
    public void An_unsupported_column_type_is_rejected_with_the_column_name()
    {
        var options = new ArrowOptions { Schema = new Schema([new Field("t", DurationType.Microsecond, nullable: true)], null) };

        Assert.Contains("'t'", Assert.Throws<ArgumentException>(() => new ParquetFile(["{}"], options).Dispose()).Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(7)]
    [InlineData(64)]
    public void Ordered_rows_form_narrow_row_groups_that_DuckDB_skips(int batchRows)
    {
        var random = new Random(batchRows);
        var documents = Enumerable.Range(0, 1000).Select(id => id % 50 == 0 ? $$"""{"id":{{id}}}""" : $$"""{"id":{{id}},"v":{{random.Next(500)}}}""").ToList();
        using var file = new ParquetFile(documents, new ArrowOptions { OrderBy = "$.v", BatchRows = batchRows });

        Assert.Equal(documents.Order(), file.Import().Order());
        Assert.Equal("0", file.Query($"SELECT count(*) FROM (SELECT v, lag(v) OVER (ORDER BY file_row_number) AS before FROM read_parquet('{file.Path}', file_row_number = true)) WHERE v < before"));
        var groups = file.Query(
            $"SELECT count(*) FROM parquet_metadata('{file.Path}') WHERE path_in_schema = 'v' AND stats_min_value::INT <= 250 AND stats_max_value::INT >= 250");
        Assert.InRange(int.Parse(groups, System.Globalization.CultureInfo.InvariantCulture), 1, 2);
    }

    [Fact]
    public void Partitions_are_folders_that_DuckDB_exposes_as_a_column()
    {
        var documents = Enumerable.Range(0, 500).Select(id => id % 10 == 0 ? $$"""{"id":{{id}}}""" : $$"""{"id":{{id}},"city":"{{(id % 3 == 0 ? "Łódź / a=b" : "Oslo")}}"}""").ToList();
        var folder = Directory.CreateTempSubdirectory("blittable-parts-").FullName;
        try
        {
            using var collection = CollectionReader.Open(CollectionFile.Write(documents));
            CollectionParquet.ExportPartitioned(collection, folder, "$.city", new ArrowOptions { BatchRows = 20 }, TestContext.Current.CancellationToken);

            using var file = new ParquetFile([]);
            Assert.Equal(
                "|50|12250\nOslo|300|74997\nŁódź / a=b|150|37503",
                file.Query($"SELECT city, count(*), sum(id) FROM read_parquet('{folder}/*/*.parquet', hive_partitioning = true) GROUP BY city ORDER BY city NULLS FIRST"));
            Assert.Throws<IOException>(() => CollectionParquet.ExportPartitioned(collection, folder, "$.city", null, TestContext.Current.CancellationToken));
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    [Theory]
    [InlineData("$.city", """{"city":1,"id":1}|{"city":1.0,"id":2}|{"city":1.50,"id":3}""", "city=1,city=1.5", "id")]
    [InlineData("$.n", """{"n":1e2,"id":1}|{"n":100,"id":2}|{"n":100.0,"id":3}|{"n":1E+2,"id":4}|{"n":10e1,"id":5}|{"n":0.1e3,"id":6}""", "n=100", "id")]
    [InlineData("$.n", """{"n":1e-1,"id":1}|{"n":0.10,"id":2}|{"n":-0.0,"id":3}|{"n":0e7,"id":4}|{"n":-25E-1,"id":5}|{"n":-2.5,"id":6}""", "n=-2.5,n=0,n=0.1", "id")]
    [InlineData("$.n", """{"n":1e400,"id":1}|{"n":10E+399,"id":2}|{"n":0.12e-99,"id":3}|{"n":1.20e-100,"id":4}""", "n=1.2e-100,n=1e400", "id")]
    [InlineData("$['user-id']", """{"user-id":"a","id":1}""", "user-id=a", "id")]
    [InlineData("$['größe']", """{"größe":"a","id":1}""", "größe=a", "id")]
    [InlineData("$['a/b']", """{"a/b":"a","id":1}""", "a%2Fb=a", "id")]
    [InlineData("$._id", """{"_id":"a","id":1}""", "_id=a", "id")]
    [InlineData("$.to.zip", """{"to":{"zip":"1"},"id":1}""", "to_zip=1", "to,id")]
    [InlineData("$.tags[-1]", """{"tags":["1"],"id":1}""", "tags__1=1", "tags,id")]
    [InlineData("$[0]", """["a"]|["b"]""", "0=a,0=b", "element")]
    [InlineData("$.document", """{"document":"a"}|{"document":"b"}""", "document=a,document=b", "document")]
    [InlineData("$.document", """{"document":"a"}|1""", "document=__HIVE_DEFAULT_PARTITION__,document=a", "document")]
    public void A_partition_has_the_name_of_the_property_and_of_the_value(string path, string documents, string folders, string columns)
    {
        ArgumentNullException.ThrowIfNull(documents);
        Partitioned(documents.Split('|'), path, folder =>
        {
            Assert.Equal(folders, string.Join(',', Directory.GetDirectories(folder).Select(Path.GetFileName).Order(StringComparer.Ordinal)));
            using var file = new ParquetFile([]);
            var schema = file.Query($"SELECT DISTINCT string_agg(name, ',') FROM parquet_schema('{folder}/*/data.parquet') WHERE num_children IS NULL GROUP BY file_name");
            Assert.Equal(columns.Replace("to,", "zip,", StringComparison.Ordinal).Replace("tags,", "element,", StringComparison.Ordinal), schema);
        });
    }

    [Fact]
    public void DuckDB_reads_each_text_from_the_name_of_its_partition()
    {
        string?[] texts = [null, "", ".", "..", "a/b\\c:d*e?f\"g<h>i|j%k=l'm", " x ", "a\0b", "new\nline", "null", "NULL", "nUll", "nulls", "007", "😀", "+", "~", "e\u0301", "é"];
        var documents = texts.Select((text, id) => $$"""{"id":{{id}},"c":{{System.Text.Json.JsonSerializer.Serialize(text)}}}""").ToArray();
        Partitioned(documents, "$.c", folder =>
        {
            using var file = new ParquetFile(documents);
            Assert.Equal(
                $"{documents.Length}",
                file.Query(
                    $"SELECT count(*) FROM documents a JOIN read_parquet('{folder}/*/*.parquet', hive_partitioning = true, hive_types = {{c: VARCHAR}}) b "
                    + "ON a.id = b.id AND a.c IS NOT DISTINCT FROM b.c"));
        });
    }

    [Fact]
    public void The_values_of_partitions_must_fit_a_given_schema()
    {
        string[] documents = ["""{"v":1,"id":1}""", """{"v":300,"id":2}""", """{"id":3}"""];
        var options = new ArrowOptions { Schema = ArrowSchema.Parse("v TINYINT, id INTEGER") };
        Assert.Contains("'v' of type int8 cannot store the value 300 in row 1", Assert.Throws<BlittableException>(() => Partitioned(documents, "$.v", _ => { }, options)).Message, StringComparison.Ordinal);
        var required = new ArrowOptions { Schema = ArrowSchema.Parse("v SMALLINT NOT NULL, id INTEGER") };
        Assert.Contains("row 2", Assert.Throws<BlittableException>(() => Partitioned(documents, "$.v", _ => { }, required)).Message, StringComparison.Ordinal);

        List<UnfitValue> unfit = [];
        Partitioned(
            documents,
            "$.v",
            folder => Assert.Equal(["v=1", "v=__HIVE_DEFAULT_PARTITION__"], Directory.GetDirectories(folder).Select(Path.GetFileName).Order(StringComparer.Ordinal)),
            options with { OnUnfitValue = unfit.Add });
        Assert.Equal(("v", 1L), Assert.Single(unfit.Select(value => (value.Column, value.Row))));
    }

    [Theory]
    [InlineData("""{"v":1,"id":1}|{"v":"1","id":2}""")]
    [InlineData("""{"v":true,"id":1}|{"v":"true","id":2}""")]
    [InlineData("""{"v":null,"id":1}|{"v":"__HIVE_DEFAULT_PARTITION__","id":2}""")]
    [InlineData("""{"v":[1],"id":1}""")]
    public void Values_that_folder_names_cannot_distinguish_are_rejected(string documents)
    {
        ArgumentNullException.ThrowIfNull(documents);
        Assert.Equal(BlittableErrorCode.WrongKind, Assert.Throws<BlittableException>(() => Partitioned(documents.Split('|'), "$.v", _ => { })).Code);
    }

    private static void Partitioned(string[] documents, string path, Action<string> check, ArrowOptions? options = null)
    {
        var folder = Directory.CreateTempSubdirectory("blittable-parts-").FullName;
        try
        {
            using var collection = CollectionReader.Open(CollectionFile.Write(documents));
            CollectionParquet.ExportPartitioned(collection, folder, path, options, TestContext.Current.CancellationToken);
            check(folder);
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }
}
