using System.Buffers.Binary;
using Apache.Arrow.Ipc;
using Blittable.Arrow;
using Blittable.Arrow.Tests;
using Blittable.Fuzz.Inputs;
using Blittable.Fuzz.Running;

namespace Blittable.Fuzz.Targets;

/// <summary>
/// Arrow files and streams of every type whose values are damaged, or belong to another schema: they are refused or give rows that are JSON. Messages are sound,
/// because Arrow's own reader allocates gigabytes for lengths in others, or overflows the stack.
/// </summary>
internal sealed class ArrowTarget : FuzzTarget
{
    private const int Count = 150, MaxSound = 16_000, FrameLength = 8, MagicLength = 8, FooterLength = 10;

    private static ReadOnlySpan<byte> Continuation => [0xFF, 0xFF, 0xFF, 0xFF];

    private static readonly Lazy<byte[][]> Sound = new(() =>
        [.. Enumerable.Range(0, Count).Select(seed => new RandomTable(seed, forParquet: false).WriteArrow(isFile: seed % 2 == 0).ToArray()).Where(bytes => bytes.Length < MaxSound)]);

    public override string Name => "arrow";

    /// <summary>Gets the bytes that a case may allocate: a row may have 16 MB of JSON, and more for the bytes of its batch.</summary>
    public override long MaxAllocated => 128 << 20;

    public override byte[] Make(FuzzRandom random)
    {
        var sound = random.Pick<byte[]>(Sound.Value);
        if (random.OneIn(12))
        {
            return sound;
        }

        if (random.OneIn(4))
        {
            // A stream of the schema of one and of the batches of another.
            var other = random.Pick<byte[]>(Sound.Value);
            return IsFile(sound) || IsFile(other) ? sound : [.. sound[..SchemaEnd(sound)], .. other[SchemaEnd(other)..]];
        }

        var changed = ByteMutator.Overwrite(random, sound);
        Restore(sound, changed);
        return random.OneIn(8) ? changed[..random.Next(changed.Length)] : changed;
    }

    public override string Run(Memory<byte> input)
    {
        using var stream = new MemoryStream(input.ToArray());
        using var batches = Open(stream, IsFile(input.Span));
        if (batches is null)
        {
            return "not opened";
        }

        var lines = new LineStream();
        try
        {
            var count = CollectionArrow.WriteJsonLines(batches, lines);
            return count == lines.Count ? "read" : throw new FuzzFailure($"{count} rows are {lines.Count} lines.");
        }
        catch (IOException) when (lines.IsFull)
        {
            return "read in part";
        }
    }

    private static bool IsFile(ReadOnlySpan<byte> bytes) => bytes is [(byte)'A', ..];

    /// <summary>The position of the first message after the schema.</summary>
    private static int SchemaEnd(ReadOnlySpan<byte> sound)
    {
        var start = IsFile(sound) ? MagicLength : 0;
        return start + FrameLength + BinaryPrimitives.ReadInt32LittleEndian(sound[(start + 4)..]);
    }

    /// <summary>Undoes changes of all messages, and of the footer, which has a schema too. Changes of the bodies after the messages remain.</summary>
    private static void Restore(ReadOnlySpan<byte> sound, Span<byte> changed)
    {
        for (var at = 0; at + FrameLength <= sound.Length; at += FrameLength)
        {
            if (sound[at..].StartsWith(Continuation))
            {
                var length = BinaryPrimitives.ReadInt32LittleEndian(sound[(at + 4)..]);
                sound.Slice(at, (int)Math.Clamp(FrameLength + (long)length, FrameLength, sound.Length - at)).CopyTo(changed[at..]);
            }
        }

        sound[..SchemaEnd(sound)].CopyTo(changed);
        var footer = IsFile(sound) ? FooterLength + BinaryPrimitives.ReadInt32LittleEndian(sound[^FooterLength..]) : FrameLength;
        sound[^footer..].CopyTo(changed[^footer..]);
    }

    /// <summary>Opens a file or a stream by Arrow's own code, which may refuse it in its own ways.</summary>
    private static ArrowStreamReader? Open(Stream stream, bool isFile)
    {
        try
        {
            return isFile ? new ArrowFileReader(stream, new BoundedAllocator(), leaveOpen: true) : new ArrowStreamReader(stream, new BoundedAllocator(), leaveOpen: true);
        }
        catch (Exception exception) when (exception is not FuzzFailure)
        {
            return null;
        }
    }
}
