using Npgsql;

namespace Blittable.Npgsql.Tests.Servers;

public sealed class TypeMappingTests(PostgresServer server) : IClassFixture<PostgresServer>
{
    [Fact]
    public async Task A_document_can_be_a_parameter_and_a_result()
    {
        using var document = BlittableDocument.Open(Convert("""{"name":"value"}""").ToArray());
        await using var command = server.Source.CreateCommand("SELECT $1, octet_length($1)");
        command.Parameters.Add(new NpgsqlParameter<BlittableDocument> { TypedValue = document });
        await using var reader = await command.ExecuteReaderAsync();
        Assert.True(await reader.ReadAsync());
        using var read = reader.GetFieldValue<BlittableDocument>(0);
        Assert.Equal(document.Bytes.ToArray(), read.Bytes.ToArray());
        Assert.Equal("value", read.Root.GetProperty("name"u8).GetString());
        Assert.Equal(document.Bytes.Length, reader.GetInt32(1));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(100_000)]
    public async Task A_parameter_that_needs_another_dictionary_is_copied(int length)
    {
        var json = $$"""{"name":"value","text":"{{new string('x', length)}}"}""";
        var dictionary = BlittableDictionary.Train(Enumerable.Repeat(new ReadOnlyMemory<byte>("""{"name":"value","text":"x"}"""u8.ToArray()), 50));
        using var document = BlittableDocument.Parse(json, new BlittableOptions { Dictionary = dictionary });
        using var own = BlittableDocument.Parse(json);
        await using var command = server.Source.CreateCommand("SELECT $1, $2, octet_length($1)");
        command.Parameters.Add(new NpgsqlParameter<BlittableDocument> { TypedValue = document });
        command.Parameters.Add(new NpgsqlParameter<BlittableDocument> { TypedValue = own });
        await using var reader = await command.ExecuteReaderAsync();
        Assert.True(await reader.ReadAsync());
        using var read = reader.GetFieldValue<BlittableDocument>(0);
        using var other = reader.GetFieldValue<BlittableDocument>(1);
        Assert.Equal((json, json), (read.Root.ToJson(), other.Root.ToJson()));
        Assert.Equal(read.Bytes.Length, reader.GetInt32(2));
        Assert.NotEqual(document.Bytes.Length, read.Bytes.Length);
    }

    [Fact]
    public async Task Memory_of_bytes_can_be_a_parameter_and_a_result()
    {
        ReadOnlyMemory<byte> bytes = Convert("""{"name":"value"}""").ToArray();
        await using var command = server.Source.CreateCommand("SELECT $1");
        command.Parameters.Add(new NpgsqlParameter<ReadOnlyMemory<byte>> { TypedValue = bytes });
        await using var reader = await command.ExecuteReaderAsync();
        Assert.True(await reader.ReadAsync());
        Assert.Equal(bytes.ToArray(), reader.GetFieldValue<ReadOnlyMemory<byte>>(0).ToArray());
    }

    [Fact]
    public async Task Reading_a_document_into_a_buffer_allocates_nothing()
    {
        using var command = server.Source.CreateCommand("SELECT $1 FROM generate_series(1, 1000)");
        command.Parameters.Add(new NpgsqlParameter { Value = Convert("""{"name":"value","number":7}""").ToArray() });
        await using var reader = await command.ExecuteReaderAsync();
        var buffer = new BlittableBuffer();
        var allocated = 0L;
        for (var row = 0; row < 1000; row++)
        {
            Assert.True(await reader.ReadAsync());
            var before = GC.GetAllocatedBytesForCurrentThread();
            var number = reader.GetBlittable(0, buffer).GetProperty("number"u8).GetInt32();
            // The first rows allocate the buffer and Npgsql's state of the column. With a probability of 1/16, a name that other tests look up causes this
            // shape to be learned, too.
            allocated += row < 500 ? 0 : GC.GetAllocatedBytesForCurrentThread() - before;
            Assert.Equal(7, number);
        }

        Assert.Equal(0, allocated);
    }

    [Fact]
    public async Task A_column_read_without_a_type_is_a_byte_array()
    {
        await using var command = server.Source.CreateCommand("SELECT 'abc'::bytea");
        Assert.IsType<byte[]>(await command.ExecuteScalarAsync());
    }

    [Theory]
    [InlineData(1)]
    [InlineData(1_000)]
    [InlineData(200_000)]
    public async Task A_buffer_can_be_reused_for_several_documents(int length)
    {
        string[] texts = [new('a', length), "b", new('c', length * 2)];
        await using var command = server.Source.CreateCommand("SELECT unnest($1)");
        command.Parameters.Add(new NpgsqlParameter { Value = texts.Select(text => Convert($$"""{"text":"{{text}}"}""").ToArray()).ToArray() });
        await using var reader = await command.ExecuteReaderAsync();
        var buffer = new BlittableBuffer();
        foreach (var text in texts)
        {
            Assert.True(await reader.ReadAsync());
            Assert.Equal(text, reader.GetBlittable(0, buffer).GetProperty("text"u8).GetString());
        }
    }

    [Fact]
    public async Task A_column_of_another_type_or_null_is_rejected()
    {
        await using var command = server.Source.CreateCommand("SELECT 'text'::text, NULL::bytea, 'garbage'::bytea");
        await using var reader = await command.ExecuteReaderAsync();
        Assert.True(await reader.ReadAsync());
        var buffer = new BlittableBuffer();
        Assert.Throws<InvalidCastException>(() => reader.GetFieldValue<BlittableDocument>(0));
        Assert.Throws<InvalidCastException>(() => reader.GetBlittable(1, buffer).Kind);
        Assert.Throws<BlittableException>(() => reader.GetBlittable(2, buffer).Kind);
    }

    [Fact]
    public async Task Invalid_documents_throw_an_InvalidCastException_and_the_reader_continues()
    {
        var json = """{"name":"value"}"""u8.ToArray();
        var dictionary = BlittableDictionary.Train(Enumerable.Repeat(new ReadOnlyMemory<byte>(json), 50));
        using var withDictionary = BlittableDocument.Parse(json, new BlittableOptions { Dictionary = dictionary });
        await using var command = server.Source.CreateCommand("SELECT '\\xffff'::bytea, $1, $2, 7");
        command.Parameters.Add(new NpgsqlParameter { Value = withDictionary.Bytes.ToArray() });
        command.Parameters.Add(new NpgsqlParameter { Value = Convert("""{"name":"value"}""").ToArray() });
        await using var reader = await command.ExecuteReaderAsync();
        Assert.True(await reader.ReadAsync());
        Assert.Equal(BlittableErrorCode.InvalidData, CodeOf(0));
        Assert.Equal(BlittableErrorCode.DictionaryMissing, CodeOf(1));
        using var whole = reader.GetFieldValue<BlittableDocument>(2);
        Assert.Equal("value", whole.Root.GetProperty("name"u8).GetString());
        Assert.Equal(7, reader.GetInt32(3));

        BlittableErrorCode CodeOf(int column) =>
            Assert.IsType<BlittableException>(Assert.Throws<InvalidCastException>(() => reader.GetFieldValue<BlittableDocument>(column)).InnerException).Code;
    }

    private static ReadOnlySpan<byte> Convert(string json)
    {
        using var converter = new BlittableConverter();
        return converter.Convert(System.Text.Encoding.UTF8.GetBytes(json)).ToArray();
    }
}
