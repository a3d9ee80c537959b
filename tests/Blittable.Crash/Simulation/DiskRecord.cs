using System.Globalization;
using System.Text;

namespace Blittable.Crash.Simulation;

/// <summary>A disk operation of a writer, as recorded by <c>interposed.c</c>.</summary>
internal sealed record DiskRecord(char Kind, ulong Inode, string From, string To, long Offset, byte[] Bytes)
{
    /// <summary>Reads a journal to its end, or to the point at which a process was killed.</summary>
    public static List<DiskRecord> ReadAll(string journal)
    {
        var bytes = File.ReadAllBytes(journal);
        var records = new List<DiskRecord>();
        for (var at = 0; bytes.AsSpan(at).IndexOf((byte)'\n') is >= 0 and var length;)
        {
            var line = Encoding.UTF8.GetString(bytes, at, length);
            at += length + 1;
            var data = line[0] switch
            {
                'W' => Number(line, 3),
                'A' => Number(line, 1),
                _ => 0,
            };
            if (at + data > bytes.Length)
            {
                break;
            }

            records.Add(Parse(line, bytes[at..(int)(at + data)]));
            at += (int)data;
        }

        return records;
    }

    private static DiskRecord Parse(string line, byte[] bytes)
    {
        var rest = line[2..];
        return line[0] switch
        {
            'N' => new DiskRecord('N', (ulong)Number(line, 1), rest[(rest.IndexOf(' ') + 1)..], "", 0, bytes),
            'W' => new DiskRecord('W', (ulong)Number(line, 1), "", "", Number(line, 2), bytes),
            'T' => new DiskRecord('T', (ulong)Number(line, 1), "", "", Number(line, 2), bytes),
            'S' or 'F' => new DiskRecord(line[0], (ulong)Number(line, 1), "", "", 0, bytes),
            'R' or 'L' => new DiskRecord(line[0], 0, rest[..rest.IndexOf('\t')], rest[(rest.IndexOf('\t') + 1)..], 0, bytes),
            _ => new DiskRecord(line[0], 0, rest, "", 0, bytes),
        };
    }

    private static long Number(string line, int word) => long.Parse(line.Split(' ')[word], CultureInfo.InvariantCulture);
}
