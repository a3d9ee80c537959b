using System.Globalization;
using System.Text;

namespace Blittable.Npgsql.Tests.Servers;

public sealed class CopyTests(PostgresServer server) : IClassFixture<PostgresServer>, IAsyncLifetime
{
    private readonly BlittableTable<long> _table = new(server.Source, Documents.Options("copy_tests"));

    public async ValueTask InitializeAsync()
    {
        await _table.DropAsync();
        await _table.CreateAsync();
    }

    public async ValueTask DisposeAsync() => await _table.DropAsync();

    [Theory]
    [InlineData("0")]
    [InlineData("0.00")]
    [InlineData("1")]
    [InlineData("-1.5")]
    [InlineData("10000")]
    [InlineData("9999.9999")]
    [InlineData("123456789012.0")]
    [InlineData("-0.00001")]
    [InlineData("0.0001000")]
    [InlineData("1200000000")]
    [InlineData("79228162514264337593543950335")]
    [InlineData("-7.9228162514264337593543950335")]
    [InlineData("0.0000000000000000000000000001")]
    public async Task A_decimal_is_stored_with_every_digit(string number)
    {
        await LoadAsync($$"""{"price":{{number}}}""");
        Assert.Equal(number, await server.QueryAsync<string>("SELECT price::text FROM copy_tests"));
    }

    [Fact]
    public async Task Random_decimals_are_stored_with_every_digit()
    {
        var random = new Random(8);
        var numbers = Enumerable.Range(0, 500)
            .Select(_ => new decimal(
                random.Next(),
                random.Next(random.Next()),
                random.Next(random.Next(1, int.MaxValue)),
                isNegative: random.Next(2) == 0,
                scale: (byte)random.Next(29)))
            .ToArray();
        await LoadAsync([.. numbers.Select(number => $$"""{"price":{{number.ToString(CultureInfo.InvariantCulture)}}}""")]);
        Assert.Equal(
            numbers.Select(number => number.ToString(CultureInfo.InvariantCulture)),
            await server.QueryAsync<string[]>("SELECT array_agg(price::text ORDER BY key) FROM copy_tests"));
    }

    [Fact]
    public async Task Values_of_every_type_are_stored_and_missing_values_are_null()
    {
        await LoadAsync("{}", """{"number":-7,"ratio":-1.5e300,"address":{"city":"Zürich \u0001"},"shipped":"2021-06-15T12:34:56.789Z"}""");
        Assert.Equal(
            "{NULL,NULL,NULL,NULL,NULL}",
            await server.QueryAsync<string>("SELECT ARRAY[number::text, ratio::text, price::text, city, shipped::text]::text FROM copy_tests WHERE key = 0"));
        Assert.Equal(
            ["-7", "-1.5e+300", "Zürich \u0001", "1623760496789"],
            await server.QueryAsync<string[]>("SELECT ARRAY[number::text, ratio::text, city, shipped::text] FROM copy_tests WHERE key = 1"));
    }

    [Theory]
    [InlineData(60_000)]
    [InlineData(65_536)]
    [InlineData(70_000)]
    [InlineData(3_000_000)]
    public async Task Documents_of_any_length_are_stored_between_others(int length)
    {
        // Random letters, so that the document is about as long as the text.
        var random = new Random(length);
        var text = new string([.. Enumerable.Range(0, length).Select(_ => (char)random.Next('!', '['))]).Replace('"', 'q');
        string[] texts = ["""{"number":1}""", $$"""{"number":2,"text":"{{text}}"}""", """{"number":3}""", $$"""{"text":"{{text}}","number":4}""", "5"];
        await LoadAsync(texts);
        for (var key = 0; key < texts.Length; key++)
        {
            using var document = await _table.GetAsync(key);
            Assert.Equal(texts[key], document!.Root.ToJson());
        }

        Assert.Equal("{1,2,3,4}", await server.QueryAsync<string>("SELECT array_agg(number ORDER BY key)::text FROM copy_tests WHERE number IS NOT NULL"));
    }

    [Fact]
    public async Task An_empty_load_stores_no_rows() => Assert.Equal(0UL, await _table.LoadAsync([]));

    private Task<ulong> LoadAsync(params string[] texts) =>
        _table.LoadAsync(texts.Select((text, key) => new BlittableRow<long>(key, Encoding.UTF8.GetBytes(text))));
}
