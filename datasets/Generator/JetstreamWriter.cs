using System.Globalization;
using System.Text.Json;

namespace Blittable.Datasets;

/// <summary>Writes events of a social network.</summary>
internal sealed partial class JetstreamWriter
{
    private const int Identities = 3_000, Million = 1_000_000;

    /// <summary>The number of users, a power of two so that an odd multiplier maps ranks to users one to one.</summary>
    private const uint Users = 1 << 21;

    /// <summary>The rank offset of users. The most active user of a collection has one in several hundred of its events. Most users have one or two in a
    /// million.</summary>
    private const double UserOffset = 60;

    private static readonly long s_start = MicrosecondsOf(new DateTime(2024, 11, 20, 9, 30, 0, DateTimeKind.Utc));

    private readonly Utf8JsonWriter _json;
    private readonly RandomSource _random;
    private readonly JetstreamText _text;
    private readonly double _distance;
    private long _now = s_start;
    private long _sequence = 3_000_000_000;

    public JetstreamWriter(Utf8JsonWriter json, ulong seed, int microseconds)
    {
        _json = json;
        _random = new RandomSource(seed);
        _text = new JetstreamText(_random);
        _distance = microseconds;
    }

    /// <summary>Writes the next event.</summary>
    public void Write()
    {
        _now += 1 + (long)(-Math.Log(1 - _random.NextDouble()) * _distance);
        var share = _random.Between(0, Million - 1);
        foreach (var collection in JetstreamCollection.All)
        {
            if ((share -= collection.Events) < 0)
            {
                WriteCommit(collection);
                return;
            }
        }

        WriteNotice(isIdentity: share < Identities);
    }

    private void WriteCommit(JetstreamCollection collection)
    {
        var user = User(collection.Users, collection.Name.Length + collection.Events);
        var chance = _random.NextDouble();
        var operation = chance < collection.Created ? "create" : chance < collection.Created + collection.Updated ? "update" : "delete";

        // Clients date a record seconds before the server forwards it. Deleted records are older.
        var created = _now - Delay(operation == "delete" ? TimeSpan.FromHours(20) : TimeSpan.FromSeconds(2));
        WriteHead(user, "commit");
        _json.WriteStartObject("commit"u8);
        _json.WriteString("rev"u8, JetstreamIds.Time(_now - Delay(TimeSpan.FromMilliseconds(300)), user));
        _json.WriteString("operation"u8, operation);
        _json.WriteString("collection"u8, collection.Name);
        _json.WriteString("rkey"u8, collection.Name is JetstreamCollection.Profile or JetstreamCollection.Labeler ? "self" : JetstreamIds.Time(created, user));
        if (operation != "delete")
        {
            WriteRecord(collection.Name, user, created);
            _json.WriteString("cid"u8, JetstreamIds.Content(_random.NextUInt64()));
        }

        _json.WriteEndObject();
        _json.WriteEndObject();
    }

    private void WriteNotice(bool isIdentity)
    {
        var user = (uint)(_random.NextUInt64() % Users);
        var kind = isIdentity ? "identity" : "account";
        WriteHead(user, kind);
        _json.WriteStartObject(kind);
        if (!isIdentity)
        {
            _json.WriteBoolean("active"u8, _random.Chance(0.97));
        }

        _json.WriteString("did"u8, JetstreamIds.User(user));
        if (isIdentity)
        {
            _json.WriteString("handle"u8, Handle(user));
        }

        _json.WriteNumber("seq"u8, _sequence += _random.Between(1, 40));
        _json.WriteString("time"u8, TextOf(_now - Delay(TimeSpan.FromMilliseconds(300))));
        _json.WriteEndObject();
        _json.WriteEndObject();
    }

    private void WriteHead(uint user, string kind)
    {
        _json.WriteStartObject();
        _json.WriteString("did"u8, JetstreamIds.User(user));
        _json.WriteNumber("time_us"u8, _now);
        _json.WriteString("kind"u8, kind);
    }

    /// <summary>Draws a user of a collection by activity. The salt gives each collection different active users.</summary>
    private uint User(int users, int salt) => NumberOf(RandomSource.Ranked(users, UserOffset, _random.NextDouble()), salt);

    private static uint NumberOf(int rank, int salt) => (((uint)rank * 0x9E3779B1) + ((uint)salt * 0x85EBCA6B)) & (Users - 1);

    /// <summary>Draws an exponentially distributed delay with the specified mean, in microseconds.</summary>
    private long Delay(TimeSpan mean) => 1 + (long)(-Math.Log(1 - _random.NextDouble()) * mean.TotalMicroseconds);

    private static string Handle(uint user)
    {
        var number = JetstreamIds.Mix(user);
        return string.Create(CultureInfo.InvariantCulture, $"{JetstreamIds.Content(number).AsSpan(10, 5 + (int)(number % 8))}.social.example");
    }

    private static long MicrosecondsOf(DateTime time) => (time - DateTime.UnixEpoch).Ticks / TimeSpan.TicksPerMicrosecond;

    private static string TextOf(long microseconds) =>
        DateTime.UnixEpoch.AddMicroseconds(microseconds).ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'", CultureInfo.InvariantCulture);
}
