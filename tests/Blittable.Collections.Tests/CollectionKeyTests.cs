using System.Text;
using Blittable.Collections;

namespace Blittable.Collections.Tests;

public sealed class CollectionKeyTests
{
    private static readonly string[] Numbers =
    [
        "1", "-9223372036854775808", "9223372036854775807", "9223372036854775808", "18446744073709551615", "18446744073709551614", "1.5", "-0.001", "1e30", "1e400", "0.1",
        "123456789012345678901234567890.5", "12345678901234567", "9007199254740993", "9007199254740993.5", "2.50", "5e-324", "0",
    ];

    public static TheoryData<CollectionLayout> Layouts => [CollectionLayout.Rows, CollectionLayout.Columns, CollectionLayout.Hybrid];

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Sorted_numbers_scattered_numbers_and_strings_are_found_by_key(CollectionLayout layout)
    {
        var random = new Random(5);
        foreach (var key in new Func<int, string>[] { i => $"{i * 3}", i => $"{(i * 7919L) % 10007 * 1_000_000_007}", i => $"\"key {(i * 7919) % 10007:x}\"" })
        {
            var documents = Enumerable.Range(0, 500).Select(i => $"{{\"k\":{key(i)},\"v\":{random.Next(100)}}}").ToList();
            var options = new CollectionOptions { Layout = layout, Key = "$.k", StripeRows = 300, ChunkRows = 130 };
            using var reader = CollectionReader.Open(CollectionFile.Write(documents, options));

            for (var i = 0; i < documents.Count; i++)
            {
                using var found = reader.Find(KeyOf(key(i)));
                Assert.Equal(documents[i], found?.Root.ToJson());
            }

            Assert.Null(reader.Find(KeyOf(key(501))));
            Assert.Null(reader.Find("no such key"));
        }
    }

    [Fact]
    public void An_index_finds_all_rows_that_a_scan_finds()
    {
        var documents = RandomDocuments.Make(11, 400);
        string[] paths = ["$.kind", "$.drift", "$.ated.v", "$.id", "$.at"];
        using var indexed = CollectionReader.Open(CollectionFile.Write(documents, new CollectionOptions { StripeRows = 150, ChunkRows = 70, Indexes = paths }));
        using var plain = CollectionReader.Open(CollectionFile.Write(documents, new CollectionOptions { StripeRows = 150, ChunkRows = 70 }));
        CollectionKey[] keys = ["a", "b", 0, 1, 2, 17, 100, "", "2024-02-29", "2024-01-01T00:00:07Z", long.MaxValue, long.MinValue, 250, "0123456789abcdef"];
        foreach (var path in paths.Select(BlittablePath.Parse))
        {
            foreach (var key in keys)
            {
                var expected = new List<long>();
                plain.ForEach((row, document) =>
                {
                    if (path.TryEvaluate(document, out var value) && (key.IsText ? value.Utf8Equals(key.Text) : (key.TryGetInteger(out var integer) && IsNumber(value, integer))))
                    {
                        expected.Add(row);
                    }
                });

                Assert.Equal(expected, Rows(indexed, path, key));
                Assert.Equal(expected, Rows(plain, path, key));
            }
        }
    }

    [Fact]
    public void Sorted_values_that_span_several_blocks_and_chunks_are_all_found()
    {
        // Each value occurs 300 times. Blocks have 128 values and chunks 1000, and stripes end in the middle of a value.
        var documents = Enumerable.Range(0, 5000).Select(i => $"{{\"n\":{i / 300 * 2}}}").ToList();
        var options = new CollectionOptions { StripeRows = 3333, ChunkRows = 1000, Indexes = ["$.n"] };
        using var reader = CollectionReader.Open(CollectionFile.Write(documents, options));
        for (var value = -1; value <= 34; value++)
        {
            var expected = Enumerable.Range(0, 5000).Where(i => i / 300 * 2 == value).Select(i => (long)i).ToList();

            Assert.Equal(expected, Rows(reader, BlittablePath.Parse("$.n"), value));
        }
    }

    [Fact]
    public void Many_scattered_values_are_found_in_one_call()
    {
        var documents = Enumerable.Range(0, 3000).Select(i => $"{{\"u\":{i * 7919 % 211},\"t\":\"user {i * 7919 % 97}\"}}").ToList();
        var options = new CollectionOptions { StripeRows = 1700, ChunkRows = 500, Indexes = ["$.u", "$.t"] };
        using var reader = CollectionReader.Open(CollectionFile.Write(documents, options));
        CollectionKey[] users = [.. Enumerable.Range(0, 50).Select(i => (CollectionKey)(i * 5L))];
        CollectionKey[] texts = [.. Enumerable.Range(0, 20).Select(i => (CollectionKey)$"user {i * 6}")];

        Assert.Equal(Expected(i => i * 7919 % 211 is < 250 and var user && user % 5 == 0), Found("$.u", users));
        Assert.Equal(Expected(i => i * 7919 % 97 is < 120 and var user && user % 6 == 0), Found("$.t", [.. users, .. texts]));

        List<long> Expected(Func<int, bool> isWanted) => [.. Enumerable.Range(0, 3000).Where(isWanted).Select(i => (long)i)];

        List<long> Found(string path, CollectionKey[] keys)
        {
            var rows = new List<long>();
            reader.FindAll(BlittablePath.Parse(path), keys, (row, document) =>
            {
                Assert.Equal(documents[(int)row], document.ToJson());
                rows.Add(row);
            });
            return rows;
        }
    }

    [Fact]
    public void Each_key_is_found_once_and_in_row_order()
    {
        var documents = Enumerable.Range(0, 200).Select(i => $"{{\"k\":{(i * 37) % 200},\"u\":{i % 20}}}").ToList();
        using var reader = CollectionReader.Open(CollectionFile.Write(documents, CollectionFile.Small with { Key = "$.k", Indexes = ["$.u"] }));
        var found = new List<(long Row, string Json)>();

        Assert.Equal(3, reader.Find([37, 74, 999, 37, 0], (row, document) => found.Add((row, document.ToJson()))));
        Assert.Equal([(0, documents[0]), (1, documents[1]), (2, documents[2])], found);
        Assert.Equal(20, reader.FindAll(BlittablePath.Parse("$.u"), [3, 7], (_, _) => { }));
        Assert.Equal(10, reader.FindAll("$.u", 3).Count);
    }

    [Fact]
    public void Updates_and_deletes_survive_commits()
    {
        var stream = new MemoryStream();
        var model = new SortedDictionary<int, string>();
        var random = new Random(3);
        CollectionWriter.Create(stream, CollectionFile.Small with { Key = "$.k" }, leaveOpen: true).Dispose();
        for (var round = 0; round < 12; round++)
        {
            using (var writer = CollectionWriter.Append(stream, leaveOpen: true))
            {
                for (var i = 0; i < 50; i++)
                {
                    var key = random.Next(80);
                    if (random.Next(3) == 0)
                    {
                        Assert.Equal(model.Remove(key), writer.Delete(key));
                        continue;
                    }

                    var json = $"{{\"k\":{key},\"v\":{random.Next(1000)}}}";
                    Assert.Equal(model.ContainsKey(key), writer.Update(Encoding.UTF8.GetBytes(json)));
                    model[key] = json;
                }

                Assert.Equal(model.Count, writer.Count);
                writer.Commit();
            }

            using var reader = CollectionReader.Open(stream, leaveOpen: true);
            Assert.Equal(model.Count, reader.Count);
            Assert.Equal(model.Values.Order(StringComparer.Ordinal), CollectionFile.ReadAll(reader).Order(StringComparer.Ordinal));
            for (var key = 0; key < 80; key++)
            {
                using var found = reader.Find(key);
                Assert.Equal(model.GetValueOrDefault(key), found?.Root.ToJson());
            }
        }
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void A_path_with_a_wildcard_finds_the_documents_that_have_the_value(CollectionLayout layout)
    {
        // Document i has i % 4 elements, so the rows of elements are not the rows of documents.
        var documents = Enumerable.Range(0, 100)
            .Select(i => $"{{\"id\":{i},\"a\":[{string.Join(',', Enumerable.Range(0, i % 4).Select(e => $"{{\"k\":{(i + e) % 30},\"s\":\"s{i % 9}\"}}"))}]}}").ToList();
        var options = new CollectionOptions { Layout = layout, StripeRows = 60, ChunkRows = 25, Indexes = ["$.a[*].k"], Columns = ["$.a[*].s"] };
        using var reader = CollectionReader.Open(CollectionFile.Write(documents, options));
        for (var key = 0; key < 31; key++)
        {
            var expected = Enumerable.Range(0, 100).Where(i => Enumerable.Range(0, i % 4).Any(e => (i + e) % 30 == key)).Select(i => (long)i);
            Assert.Equal(expected, Rows(reader, BlittablePath.Parse("$.a[*].k"), key));
        }

        Assert.Equal(Enumerable.Range(0, 100).Where(i => i % 9 == 5 && i % 4 > 0).Select(i => (long)i), Rows(reader, BlittablePath.Parse("$.a[*].s"), "s5"));
        Assert.Equal(Enumerable.Range(0, 100).Where(i => i % 4 > 1 && (i + 1) % 30 == 3).Select(i => (long)i), Rows(reader, BlittablePath.Parse("$.a[1].k"), 3));
        Assert.Empty(Rows(reader, BlittablePath.Parse("$.b[*]"), 3));
    }

    [Theory]
    [InlineData("$.a[*]")]
    [InlineData("$.*")]
    [InlineData("$.a[*].k")]
    public void A_key_or_an_order_with_a_wildcard_is_rejected(string path)
    {
        foreach (var options in (CollectionOptions[])[new() { Key = path }, new() { OrderBy = path }])
        {
            var fault = Assert.Throws<BlittableException>(() => CollectionWriter.Create(new MemoryStream(), options));

            Assert.Equal(BlittableErrorCode.InvalidPath, fault.Code);
            Assert.StartsWith($"'{path}' can match several values.", fault.Message, StringComparison.Ordinal);
        }
    }

    [Fact]
    public void Each_entry_that_takes_the_path_of_one_value_rejects_a_wildcard()
    {
        using var writer = CollectionWriter.Create(new MemoryStream());
        SinglePaths.Verify(
            ("Key", path => CollectionWriter.Create(new MemoryStream(), new CollectionOptions { Key = path }).Dispose()),
            ("OrderBy", path => CollectionWriter.Create(new MemoryStream(), new CollectionOptions { OrderBy = path }).Dispose()),
            ("CollectionAssignment", path => new CollectionAssignment(path, ScanExpression.Constant(1)).ToString()),
            ("FromJson", path => CollectionAssignment.FromJson(path, "{}"u8)),
            ("Retain", path => writer.Retain(path, TimeSpan.FromDays(1))));
    }

    public static TheoryData<CollectionLayout, bool> NumberForms => new()
    {
        { CollectionLayout.Rows, false },
        { CollectionLayout.Rows, true },
        { CollectionLayout.Columns, false },
        { CollectionLayout.Columns, true },
        { CollectionLayout.Hybrid, false },
        { CollectionLayout.Hybrid, true },
    };

    [Theory]
    [MemberData(nameof(NumberForms))]
    public void Numbers_of_every_form_are_found_by_value(CollectionLayout layout, bool scattered)
    {
        using var reader = CollectionReader.Open(WriteNumbers(layout, scattered));
        Assert.Equal(Numbers.Length, reader.Count);
        foreach (var key in Numbers)
        {
            using var found = reader.Find(CollectionKey.ParseNumber(key));
            Assert.True(found is not null, key);
            Assert.Equal(key, found.Root.GetProperty("k").GetNumberText());
        }

        Assert.Null(reader.Find(new CollectionKey(ulong.MaxValue - 2)));
        Assert.Null(reader.Find("18446744073709551615"));
        Assert.Equal(Numbers.Length, reader.Find(Numbers.Select(CollectionKey.ParseNumber), (_, _) => { }));
    }

    [Theory]
    [MemberData(nameof(NumberForms))]
    public void A_number_that_equals_a_key_is_refused_whatever_its_form(CollectionLayout layout, bool scattered)
    {
        using var writer = CollectionWriter.Append(WriteNumbers(layout, scattered));
        foreach (var key in (ReadOnlySpan<string>)["1.0", "18446744073709551615", "2.5", "10e29", "-0"])
        {
            Assert.Throws<BlittableException>(() => writer.Add(System.Text.Encoding.UTF8.GetBytes($"{{\"k\":{key}}}")));
        }
    }

    [Theory]
    [MemberData(nameof(NumberForms))]
    public void Documents_are_updated_and_deleted_by_numbers_that_are_not_small_integers(CollectionLayout layout, bool scattered)
    {
        var stream = WriteNumbers(layout, scattered);
        using (var writer = CollectionWriter.Append(stream, leaveOpen: true))
        {
            writer.Update("""{"k":18446744073709551615,"v":2}"""u8);
            Assert.True(writer.Delete(new CollectionKey(1.5m)));
            Assert.False(writer.Delete(new CollectionKey(1.25m)));
            writer.Commit();
        }

        using var reader = CollectionReader.Open(stream);
        Assert.Equal(Numbers.Length - 1, reader.Count);
        Assert.Equal("2", reader.Find(new CollectionKey(ulong.MaxValue))!.Root.GetProperty("v").GetNumberText());
        Assert.Null(reader.Find(new CollectionKey(1.5m)));
    }

    private static MemoryStream WriteNumbers(CollectionLayout layout, bool scattered)
    {
        string[] keys = scattered ? Numbers : [.. Numbers.OrderBy(text => double.Parse(text, System.Globalization.CultureInfo.InvariantCulture))];
        return CollectionFile.Write(keys.Select(key => $"{{\"k\":{key}}}"), CollectionFile.Small with { Layout = layout, Key = "$.k" });
    }

    /// <summary>The nearest double of both numbers is 5. The column stores it, and the text of each number.</summary>
    [Fact]
    public void A_number_with_the_nearest_double_of_a_small_integer_does_not_have_its_key()
    {
        const string close = "5.0000000000000000001";
        using var reader = CollectionReader.Open(CollectionFile.Write(
            ["{\"k\":0.5}", $"{{\"k\":{close}}}", "{\"k\":1e300}", "{\"k\":5}", "{\"k\":-2.25e-7}"], CollectionFile.Small with { Layout = CollectionLayout.Columns, Columns = ["$.k"] }));
        Assert.Equal("{\"k\":5}", Assert.Single(reader.FindAll("$.k", 5)).Root.ToJson());
        Assert.Equal($"{{\"k\":{close}}}", Assert.Single(reader.FindAll("$.k", CollectionKey.ParseNumber(close))).Root.ToJson());
    }

    [Fact]
    public void Keys_of_equal_numbers_are_equal()
    {
        Assert.Equal(new CollectionKey(7), CollectionKey.ParseNumber("7.0"));
        Assert.Equal(new CollectionKey(7UL).GetHashCode(), CollectionKey.ParseNumber("70e-1").GetHashCode());
        Assert.Equal(CollectionKey.ParseNumber("1e3"), new CollectionKey(1000m));
        Assert.Equal(CollectionKey.ParseNumber("1.50").GetHashCode(), new CollectionKey(1.5m).GetHashCode());
        Assert.NotEqual(new CollectionKey(0), new CollectionKey(0.5m));
        Assert.Equal("18446744073709551615", new CollectionKey(ulong.MaxValue).ToString());
    }

    [Fact]
    public void A_duplicate_missing_or_invalid_key_is_rejected()
    {
        var stream = CollectionFile.Write(["""{"k":1}"""], CollectionFile.Small with { Key = "$.k" });
        using var writer = CollectionWriter.Append(stream);
        writer.Add("""{"k":2}"""u8);

        Assert.Contains("1 at $.k", Assert.Throws<BlittableException>(() => writer.Add("""{"k":1}"""u8)).Message, StringComparison.Ordinal);
        Assert.Contains("2 at $.k", Assert.Throws<BlittableException>(() => writer.Add("""{"k":2}"""u8)).Message, StringComparison.Ordinal);
        Assert.Throws<BlittableException>(() => writer.Add("""{"k":true}"""u8));
        Assert.Throws<BlittableException>(() => writer.Add("{}"u8));
        Assert.Equal(2, writer.Count);
    }

    [Fact]
    public void Deleting_a_row_keeps_the_numbers_of_the_other_rows()
    {
        var stream = CollectionFile.Write(Enumerable.Range(0, 100).Select(i => $"{i}"));
        using (var writer = CollectionWriter.Append(stream, leaveOpen: true))
        {
            Assert.True(writer.DeleteRow(41));
            Assert.False(writer.DeleteRow(41));
            Assert.False(writer.DeleteRow(100));
            Assert.False(writer.DeleteRow(-1));
            writer.Commit();
        }

        using var reader = CollectionReader.Open(stream);
        Assert.Equal(99, reader.Count);
        Assert.False(reader.TryGet(41, out _));
        Assert.Equal("42", reader.Get(42).Root.ToJson());
    }

    [Fact]
    public void Finding_a_key_in_a_collection_without_keys_is_an_invalid_operation()
    {
        using var reader = CollectionReader.Open(CollectionFile.Write(["1"]));

        Assert.Equal(BlittableErrorCode.InvalidOperation, Assert.Throws<BlittableException>(() => reader.Find(1)).Code);
    }

    private static bool IsNumber(BlittableValue value, long number) =>
        value.TryGetInt64(out var integer) ? integer == number : value.TryGetDouble(out var real) && real == number && Math.Abs((double)number) < 1e15;

    private static List<long> Rows(CollectionReader reader, BlittablePath path, CollectionKey key)
    {
        var rows = new List<long>();
        reader.FindAll(path, [key], (row, _) => rows.Add(row));
        return rows;
    }

    private static CollectionKey KeyOf(string json) => json[0] == '"' ? json.Trim('"') : long.Parse(json, System.Globalization.CultureInfo.InvariantCulture);
}
