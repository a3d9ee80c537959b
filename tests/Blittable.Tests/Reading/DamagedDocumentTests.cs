using System.Text;
using Blittable.Tests.Json;

namespace Blittable.Tests.Reading;

/// <summary>Reading a damaged document returns values or throws a <see cref="BlittableException"/>, whatever the damage.</summary>
[Trait(Category.Name, Category.Vector)]
public class DamagedDocumentTests
{
    /// <summary>The number of values after which a visit stops: damage can give an array of a few bytes any length.</summary>
    private const int MaxVisits = 300;

    public static TheoryData<string, BlittableMode> Documents
    {
        get
        {
            string[] documents =
            [
                """{"a":1,"bc":"x","d":[true,null,false],"e":-5,"f":300,"g":1.50,"h":"2024-01-31","i":"2024-01-31T12:00:00.5+01:00"}""",
                """[{"k":1,"name":"the quick brown fox jumps over it"},{"k":2,"name":"the quick brown fox jumps over it"},{"k":[{"k":[]}]},{}]""",
                """{"m":[100,101,102,103,104,105],"n":[[1],[1],[1],[1],[1]],"s":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}""",
                """{"p":[[1,20],[3,40],[5,60],[7,80],[9,10],[1,12],[1,14]],"q":[1.5,2.5,3.25,4.5,1000.5,2.5,3.5,1.5],"r":[1,2,3,4,5,6,7,8,9,10,11,12]}""",
                """{"deep":{"deep":{"deep":{"deep":{"deep":"00ff00ff00ff00ff"}}}},"deep":123456789012345678901234567890,"x":1e5}""",
                "{" + string.Join(',', Enumerable.Range(0, 70).Select(i => $"\"n{i}\":{i}")) + "}",
                "\"https://www.example.com/\"",
                """["https://www.example.com/orders/the-first","https://www.example.com/orders/the-second","https://www.example.com/orders/the-second-one"]""",
                "-12345678901",
            ];
            var data = new TheoryData<string, BlittableMode>();
            foreach (var document in documents)
            {
                data.Add(document, BlittableMode.Memory);
                data.Add(document, BlittableMode.Disk);
            }

            return data;
        }
    }

    [Theory]
    [MemberData(nameof(Documents))]
    public void A_flipped_bit_gives_values_or_a_BlittableException(string json, BlittableMode mode)
    {
        var bytes = Convert(json, mode);
        using var guarded = new GuardedBytes(bytes);
        Visit(guarded.Span);
        for (var bit = 0; bit < bytes.Length * 8; bit++)
        {
            bytes[bit >> 3] ^= (byte)(1 << (bit & 7));
            Visit(guarded.Hold(bytes));
            bytes[bit >> 3] ^= (byte)(1 << (bit & 7));
        }
    }

    [Theory]
    [MemberData(nameof(Documents))]
    public void A_truncated_document_gives_values_or_a_BlittableException(string json, BlittableMode mode)
    {
        var bytes = Convert(json, mode);
        using var guarded = new GuardedBytes(bytes);
        for (var length = 0; length < bytes.Length; length++)
        {
            Visit(guarded.Hold(bytes.AsSpan(0, length)));
            Visit(guarded.Hold(bytes.AsSpan(bytes.Length - length)));
        }
    }

    [Theory]
    [MemberData(nameof(Documents))]
    public void Randomly_changed_bytes_give_values_or_a_BlittableException(string json, BlittableMode mode)
    {
        byte[] wide = [0x00, 0x01, 0x7F, 0x80, 0xFE, 0xFF];
        var original = Convert(json, mode);
        var random = new Random(1);
        using var guarded = new GuardedBytes(original);
        for (var attempt = 0; attempt < 2000; attempt++)
        {
            var bytes = original.ToArray();
            for (var i = random.Next(1, 6); i > 0; i--)
            {
                bytes[random.Next(bytes.Length)] = random.Next(2) == 0 ? wide[random.Next(wide.Length)] : (byte)random.Next(256);
            }

            Visit(guarded.Hold(bytes));
        }
    }

    private static byte[] Convert(string json, BlittableMode mode)
    {
        using var converter = new BlittableConverter(new BlittableOptions { Mode = mode });
        return converter.Convert(Encoding.UTF8.GetBytes(json)).ToArray();
    }

    private static void Visit(ReadOnlySpan<byte> bytes)
    {
        try
        {
            var budget = MaxVisits;
            Visit(BlittableValue.Open(bytes), ref budget);
        }
        catch (BlittableException)
        {
        }

        try
        {
            ReadInOrder(bytes);
        }
        catch (BlittableException)
        {
        }
    }

    private static void ReadInOrder(ReadOnlySpan<byte> bytes)
    {
        using var reader = new BlittableReader(bytes);
        for (var budget = MaxVisits; budget > 0 && reader.Read(); budget--)
        {
            _ = reader.PropertyName.Length;
            reader.TryGetInt64(out _);
            reader.TryGetDouble(out _);
            if (reader.TokenType == BlittableTokenType.String)
            {
                _ = reader.ValueSpan.Length + reader.GetString()!.Length;
            }
        }
    }

    private static void Visit(BlittableValue value, ref int budget)
    {
        if (--budget < 0)
        {
            return;
        }

        // A damaged part must not prevent reading of the other parts.
        try
        {
            ReadEveryWay(value);
            switch (value.Kind)
            {
                case BlittableValueKind.Object:
                    foreach (var property in value.EnumerateObject())
                    {
                        value.TryGetProperty(property.NameUtf8, out _);
                        value.TryGetProperty(property.Name, out _);
                        Visit(property.Value, ref budget);
                        if (budget < 0)
                        {
                            return;
                        }
                    }

                    break;
                case BlittableValueKind.Array:
                    foreach (var element in value.EnumerateArray())
                    {
                        Visit(element, ref budget);
                        if (budget < 0)
                        {
                            return;
                        }
                    }

                    _ = value[value.Count - 1].Kind;
                    break;
                default:
                    break;
            }
        }
        catch (BlittableException)
        {
        }
    }

    private static void ReadEveryWay(BlittableValue value)
    {
        Span<byte> buffer = stackalloc byte[64];
        _ = value.IsDate;
        value.TryGetBoolean(out _);
        value.TryGetInt32(out _);
        value.TryGetUInt64(out _);
        value.TryGetDouble(out _);
        value.TryGetSingle(out _);
        value.TryGetDecimal(out _);
        value.TryGetBytes(out _);
        value.TryGetExtension(out _, out _);
        value.TryCopyNumberText(buffer, out _);
        value.TryCopyUtf8(buffer, out _);
        value.Utf8Equals("x"u8);
        value.TryGetGuid(out _);
        value.TryGetDateTimeOffset(out _);
        value.TryGetDateOnly(out _);
        value.TryGetString(out _);
        value.TryGetProperty("k"u8, out _);
        value.TryGetElement(1, out _);
    }
}
