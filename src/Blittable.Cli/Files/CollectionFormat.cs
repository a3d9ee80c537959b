using Blittable.Collections;

namespace Blittable.Cli;

/// <summary>Files that are collections.</summary>
internal static class CollectionFormat
{
    public const string Extension = ".blic";

    /// <summary>What a collection starts with; a collection that a crash cut short has it too.</summary>
    private static ReadOnlySpan<byte> Magic => [0x89, (byte)'B', (byte)'L', (byte)'T', (byte)'C'];

    /// <summary>Determines whether an input is one, by its name.</summary>
    public static bool IsCollection(InputFile input) => string.Equals(Path.GetExtension(input.Path), Extension, StringComparison.OrdinalIgnoreCase);

    /// <summary>Opens a collection of whose commits none is lost: a command that reads an older commit without saying so would lose data.</summary>
    /// <param name="input">The file.</param>
    /// <param name="maxExpandedBytes">The limit of the command line (<see cref="ExpansionOption"/>); null if it has none.</param>
    /// <exception cref="BlittableException">The file is not a collection, or damaged, its last commit included.</exception>
    /// <exception cref="UsageException">The input is the standard input.</exception>
    public static CollectionReader Open(InputFile input, long? maxExpandedBytes = null)
    {
        if (input.IsStandard)
        {
            throw new UsageException("A collection cannot be read from standard input; specify a file.");
        }

        var reader = OpenAny(input);
        try
        {
            reader.MaxExpandedBytes = ExpansionOption.OfFile(maxExpandedBytes);
            if (reader.IsDamaged)
            {
                Validate(reader, CancellationToken.None);
            }

            return reader;
        }
        catch
        {
            reader.Dispose();
            throw;
        }
    }

    /// <summary>Reads everything in a collection.</summary>
    /// <exception cref="BlittableException">Something is damaged; the message says what, where, and which command saves the rest.</exception>
    public static void Validate(CollectionReader reader, CancellationToken cancellation)
    {
        try
        {
            reader.Validate(cancellation);
        }
        catch (BlittableException fault)
        {
            throw new BlittableException(
                fault.Code,
                $"{fault.Message} Run 'blittable recover' to salvage the intact parts into a new file.",
                fault.Offset,
                fault.Line,
                fault.Column,
                fault);
        }
    }

    /// <summary>Opens a collection by system calls: a command may be given a file that another program truncates, or one on a failing disk, and must end with a message.
    /// Most blocks are read once, so a mapping would save little.</summary>
    private static CollectionReader OpenAny(InputFile input)
    {
        try
        {
            return CollectionReader.Open(input.Path, new CollectionReaderOptions { Access = CollectionAccess.RandomAccess });
        }
        catch (BlittableException fault) when (!HasMagic(input.Path))
        {
            throw new BlittableException(fault.Code, "not a collection; create one with 'blittable pack'", fault.Offset, innerException: fault);
        }
        catch (BlittableException fault)
        {
            throw new BlittableException(
                fault.Code, $"damaged Blittable collection, or truncated at byte {input.Length}. {fault.Message}", fault.Offset, innerException: fault);
        }
    }

    private static bool HasMagic(string path)
    {
        using var file = File.OpenHandle(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        Span<byte> start = stackalloc byte[5];
        return RandomAccess.Read(file, start, 0) == start.Length && start.SequenceEqual(Magic);
    }
}
