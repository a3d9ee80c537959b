using System.Globalization;
using System.Text.Json.Nodes;
using Blittable.Dates;

namespace Blittable.Wire.Tests;

/// <summary>Dates of every schema, and the timestamps of the MessagePack specification, exchanged with two other implementations.</summary>
public class DateTests(NodePeer peer) : IClassFixture<NodePeer>
{
    /// <summary>0001-01-01 and 9999-12-31T23:59:59, in seconds since 1970.</summary>
    private const long FirstSecond = -62_135_596_800, LastSecond = 253_402_300_799;

    private static readonly Timestamp[] Dates = [.. Some(), .. AtRandom(500)];

    public static TheoryData<string, DateSchema> Peers
    {
        get
        {
            var peers = new TheoryData<string, DateSchema>();
            foreach (var library in NodePeer.Libraries)
            {
                foreach (var schema in Enum.GetValues<DateSchema>())
                {
                    peers.Add(library, schema);
                }
            }

            return peers;
        }
    }

    public static TheoryData<string> Libraries => NodePeer.Libraries;

    [Theory]
    [MemberData(nameof(Peers))]
    public void Other_implementations_read_dates_of_every_schema(string library, DateSchema schema)
    {
        // The array32 header, then the dates.
        byte[] packed = [0xdd, 0, 0, (byte)(Dates.Length >> 8), (byte)Dates.Length, .. Dates.SelectMany(date => Encode(schema, date))];
        var expected = Dates.Select(date => $$"""{"date":["{{date.UnixSeconds}}","{{date.OffsetMinutes}}","{{date.ZoneIndex}}","{{date.Nanoseconds}}"]}""");
        Assert.Equal($"[{string.Join(',', expected)}]", peer.Decode(library, packed, schema.ToString()));
    }

    [Theory]
    [MemberData(nameof(Peers))]
    public void Dates_of_every_schema_written_by_other_implementations_are_read(string library, DateSchema schema)
    {
        var values = new JsonArray(
            [.. Dates.Select(date => new JsonArray(Text(date.UnixSeconds), Text(date.OffsetMinutes), Text(date.ZoneIndex), Text(date.Nanoseconds)))]);
        var packed = peer.EncodeDates(library, schema.ToString(), values);
        for (var i = 0; i < Dates.Length; i++)
        {
            Assert.Equal(DateStatus.Ok, DateCodec.Decode(schema, packed[i], out var date, out var consumed));
            Assert.Equal(packed[i].Length, consumed);
            Assert.Equal(Fields(Dates[i]), Fields(date));

            // The other library writes 64-bit integers as signed integers.
            var expected = Encode(schema, Dates[i]);
            Assert.Equal(expected.Length, packed[i].Length);
            Assert.True(library == "msgpackr" || packed[i].AsSpan().SequenceEqual(expected));
        }

        static string Text(long field) => field.ToString(CultureInfo.InvariantCulture);
    }

    [Theory]
    [MemberData(nameof(Peers))]
    public void Dates_in_documents_are_extensions_of_every_schema(string library, DateSchema schema)
    {
        const string json = """{"at":"2021-06-15T12:34:56.789012345+03:00","on":["2011-01-01T00:00:00Z","1969-12-31T23:59:59Z"]}""";
        var format = new BlittableMessagePackOptions { DateExtension = new DateExtension(schema) };
        using var document = BlittableDocument.Parse(json);
        var packed = BlittableMessagePack.ToArray(document.Root, format);
        Assert.Equal(
            """{"map":[["at",{"date":["1623749696","180","0","789012345"]}],["on",[{"date":["1293840000","0","0","0"]},{"date":["-1","0","0","0"]}]]]}""",
            peer.Decode(library, packed, schema.ToString()));
        using var back = BlittableMessagePack.ToDocument(packed, format: format);
        Assert.Equal(json, back.Root.ToJson());
    }

    [Theory]
    [MemberData(nameof(Libraries))]
    public void Timestamps_of_the_MessagePack_specification_are_exchanged_in_both_directions(string library)
    {
        string[] texts =
        [
            "1970-01-01T00:00:00Z", "2021-06-15T12:34:56.789Z", "2106-02-07T06:28:16Z", "2514-05-30T01:53:04.500Z",
            "1969-12-31T23:59:59.500Z", "0001-01-01T00:00:00Z",
        ];
        foreach (var text in texts)
        {
            var moment = DateTimeOffset.Parse(text, CultureInfo.InvariantCulture);
            var packed = peer.Encode(library, "encodeMilliseconds", new JsonObject { ["milliseconds"] = moment.ToUnixTimeMilliseconds() });
            using var document = BlittableMessagePack.ToDocument(packed);
            Assert.True(document.Root.IsDate);
            Assert.Equal(moment, document.Root.GetDateTimeOffset());

            // The other library does not always use the shortest form.
            var written = BlittableMessagePack.ToArray(document.Root);
            Assert.True(library == "msgpackr" || packed.AsSpan().SequenceEqual(written));
            var told = library == "msgpackr"
                ? $$"""{"milliseconds":{{moment.ToUnixTimeMilliseconds()}}}"""
                : $$"""{"instant":[{{Math.Floor(moment.ToUnixTimeMilliseconds() / 1000.0)}},{{moment.Millisecond * 1_000_000}}]}""";
            Assert.Equal(told, peer.Decode(library, written));
        }
    }

    private static byte[] Encode(DateSchema schema, Timestamp date)
    {
        Span<byte> bytes = stackalloc byte[DateCodec.MaxLength];
        return bytes[..DateCodec.Encode(schema, date, bytes)].ToArray();
    }

    private static (long, uint, short, ushort) Fields(Timestamp date) => (date.UnixSeconds, date.Nanoseconds, date.OffsetMinutes, date.ZoneIndex);

    private static IEnumerable<Timestamp> Some() =>
    [
        default,
        new(1_293_840_000),
        new(1_623_749_696, 789_012_345, 180),
        new(-1),
        new(1_293_839_999),
        new(FirstSecond, 0, -720, 479),
        new(LastSecond, 999_999_999, 840, ushort.MaxValue),
        new(86_400, 0, -1),
        new(0, 1),
        new(0, 0, 0, 1),
    ];

    private static IEnumerable<Timestamp> AtRandom(int count)
    {
        var random = new Random(11);
        for (var i = 0; i < count; i++)
        {
            var seconds = random.NextInt64(FirstSecond, LastSecond) >> random.Next(30);
            yield return new Timestamp(
                random.Next(4) == 0 ? seconds / 86_400 * 86_400 : seconds,
                random.Next(2) == 0 ? 0 : (uint)random.Next(1_000_000_000),
                random.Next(2) == 0 ? (short)0 : (short)random.Next(-1024, 1024),
                random.Next(2) == 0 ? (ushort)0 : (ushort)random.Next(480));
        }
    }
}
