using Blittable.Fuzz.Running;

namespace Blittable.Fuzz.Inputs;

/// <summary>Mutates bytes without knowledge of their meaning.</summary>
internal static class ByteMutator
{
    private static ReadOnlySpan<byte> Interesting => [0x00, 0x01, 0x02, 0x3F, 0x40, 0x7F, 0x80, 0x81, 0xBF, 0xC0, 0xF0, 0xFE, 0xFF];

    /// <summary>Applies a few changes.</summary>
    /// <param name="random">Chooses the changes.</param>
    /// <param name="bytes">The bytes, which are not changed.</param>
    /// <param name="other">Bytes of the same kind, a part of which may be used.</param>
    public static byte[] Mutate(FuzzRandom random, ReadOnlySpan<byte> bytes, ReadOnlySpan<byte> other)
    {
        var list = new List<byte>(bytes.Length + 64);
        list.AddRange(bytes);
        for (var changes = 1 + random.Next(random.OneIn(4) ? 8 : 2); changes > 0; changes--)
        {
            Change(random, list, other);
        }

        if (list.Count > FuzzTarget.MaxInput)
        {
            list.RemoveRange(FuzzTarget.MaxInput, list.Count - FuzzTarget.MaxInput);
        }

        return [.. list];
    }

    /// <summary>Returns a copy with a few bytes overwritten. All others keep their positions.</summary>
    /// <param name="random">The source of the changes.</param>
    /// <param name="bytes">The bytes.</param>
    public static byte[] Overwrite(FuzzRandom random, ReadOnlySpan<byte> bytes)
    {
        var changed = bytes.ToArray();
        for (var changes = 1 + random.Next(random.OneIn(4) ? 8 : 2); changes > 0 && changed.Length > 0; changes--)
        {
            var at = random.Next(changed.Length);
            changed[at] = random.Next(3) switch { 0 => Byte(random), 1 => (byte)(changed[at] ^ (1 << random.Next(8))), _ => (byte)(changed[at] + (random.OneIn(2) ? 1 : 255)) };
        }

        return changed;
    }

    /// <summary>Draws a byte that is often meaningful: the limit of a range, or any byte.</summary>
    public static byte Byte(FuzzRandom random) => random.OneIn(2) ? random.Pick(Interesting) : (byte)random.Next(256);

    private static void Change(FuzzRandom random, List<byte> list, ReadOnlySpan<byte> other)
    {
        if (list.Count == 0)
        {
            list.Add(Byte(random));
            return;
        }

        var at = random.Next(list.Count);
        switch (random.Next(9))
        {
            case 0:
                list[at] ^= (byte)(1 << random.Next(8));
                break;
            case 1:
                list[at] = Byte(random);
                break;
            case 2:
                list[at] += (byte)(random.OneIn(2) ? 1 : 255);
                break;
            case 3:
                list.Insert(at, Byte(random));
                break;
            case 4:
                list.RemoveRange(at, Math.Min(list.Count - at, 1 + random.Next(random.OneIn(4) ? 40 : 3)));
                break;
            case 5:
                var part = list.GetRange(at, Math.Min(list.Count - at, 1 + random.Next(40)));
                list.InsertRange(random.Next(list.Count), part);
                break;
            case 6 when !other.IsEmpty:
                var start = random.Next(other.Length);
                list.InsertRange(at, other.Slice(start, Math.Min(other.Length - start, 1 + random.Next(40))));
                break;
            case 7:
                for (var i = Math.Min(list.Count - at, 1 << random.Next(4)) - 1; i >= 0; i--)
                {
                    list[at + i] = 0xFF;
                }

                break;
            default:
                list[at] = list[random.Next(list.Count)];
                break;
        }
    }
}
