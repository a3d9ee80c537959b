using System.Buffers.Binary;
using Blittable.Fuzz.Running;
using Blittable.Layout;
using Blittable.Text;

namespace Blittable.Fuzz.Inputs;

/// <summary>Mutates documents at tags, the lengths and slots after them, and the trailer. Repairs the checksum of a symbol table.</summary>
internal static class DocumentMutator
{
    /// <summary>Creates a document from a valid one.</summary>
    public static byte[] Mutate(FuzzRandom random, SeedDocument document, SeedDocument other)
    {
        var bytes = (byte[])document.Bytes.Clone();
        for (var changes = random.Next(1, random.OneIn(4) ? 6 : 3); changes > 0; changes--)
        {
            Change(random, bytes, document.Starts);
        }

        if (random.OneIn(3))
        {
            bytes = ByteMutator.Mutate(random, bytes, other.Bytes);
        }

        if (random.Next(4) != 0)
        {
            RepairSymbols(bytes);
        }

        return bytes;
    }

    private static void Change(FuzzRandom random, byte[] bytes, int[] starts)
    {
        var at = random.Next(starts.Length);
        var start = starts[at];
        switch (random.Next(7))
        {
            case 0:
                bytes[start] = random.OneIn(2) ? (byte)random.Next(0x80, 0x100) : ByteMutator.Byte(random);
                break;
            case 1:
                bytes[start] ^= (byte)(1 << random.Next(8));
                break;
            case 2 when start + 1 < bytes.Length:
                // A length, a count, or a slot.
                bytes[start + 1] = ByteMutator.Byte(random);
                break;
            case 3:
                // A byte after a tag that becomes a reference to another value, if it is a slot.
                var place = Math.Min(start + 1 + random.Next(12), bytes.Length - 1);
                bytes[place] = (byte)(start - starts[random.Next(at + 1)] + (random.OneIn(3) ? random.Next(-1, 2) : 0));
                break;
            case 4:
                // A varint that continues, or a count without an end.
                var length = Math.Min(random.Next(1, 6), bytes.Length - start - 1);
                bytes.AsSpan(start + 1, length).Fill((byte)(random.OneIn(2) ? 0xFF : 0x80));
                break;
            case 5:
                bytes[^1] ^= (byte)(1 << random.Next(8));
                break;
            default:
                var fromEnd = 1 + random.Next(Math.Min(bytes.Length, 24));
                bytes[^fromEnd] = ByteMutator.Byte(random);
                break;
        }
    }

    private static void RepairSymbols(byte[] bytes)
    {
        if (bytes.Length < 2 || (bytes[^1] & Trailer.HasSymbols) == 0)
        {
            return;
        }

        Trailer trailer;
        try
        {
            trailer = Trailer.Read(bytes);
        }
        catch (BlittableException)
        {
            return;
        }

        if (trailer.Symbols.Length > SymbolTableView.HeaderSize)
        {
            var table = bytes.AsSpan(trailer.SymbolTable, trailer.Symbols.Length);
            BinaryPrimitives.WriteUInt32LittleEndian(table[SymbolTableView.ChecksumOffset..], SymbolTableWriter.Checksum(table));
        }
    }
}
