using System.Buffers.Binary;
using System.Text;
using Blittable.Fuzz.Inputs;
using Blittable.Fuzz.Running;
using Blittable.Layout;

namespace Blittable.Fuzz.Targets;

/// <summary>Saved dictionaries: loading, applying changes, converting and reading. Most inputs have a repaired checksum.</summary>
internal sealed class DictionaryTarget : FuzzTarget
{
    private const int ChecksumSize = sizeof(uint);

    private static readonly Lazy<BlittableDictionary> Trained = new(SharedDocumentTarget.Train);

    private static readonly Lazy<byte[][]> Saved = new(Save);

    public override string Name => "dictionaries";

    public override byte[] Make(FuzzRandom random)
    {
        var saved = random.Pick<byte[]>(Saved.Value);
        var body = saved.AsSpan(0, saved.Length - ChecksumSize);
        var input = ByteMutator.Mutate(random, body, random.Pick<byte[]>(Saved.Value));
        Array.Resize(ref input, input.Length + ChecksumSize);
        var checksum = random.OneIn(8) ? random.Next(1000) : (int)Crc32C.Compute(input.AsSpan(0, input.Length - ChecksumSize));
        BinaryPrimitives.WriteInt32LittleEndian(input.AsSpan(input.Length - ChecksumSize), checksum);
        return input;
    }

    public override string Run(Memory<byte> input)
    {
        var outcome = "loaded";
        try
        {
            Use(BlittableDictionary.Load(input.Span));
        }
        catch (BlittableException exception)
        {
            outcome = exception.Code.ToString();
        }

        var copy = BlittableDictionary.Load(Saved.Value[1]);
        var version = copy.Version;
        try
        {
            copy.Apply(input.Span);
            return outcome + ", applied";
        }
        catch (BlittableException) when (copy.Version == version)
        {
            return outcome;
        }
    }

    /// <summary>Converts a document with a dictionary, and reads the result.</summary>
    private static void Use(BlittableDictionary dictionary)
    {
        var json = """{"id":1,"name":"the same text","a":["https://www.example.com/orders/1001",{"p0":1,"p1":"ü"}]}""";
        foreach (var options in (BlittableOptions[])[BlittableOptions.Fastest, BlittableOptions.Smallest])
        {
            using var converter = new BlittableConverter(options with { Dictionary = dictionary });
            var document = converter.Convert(Encoding.UTF8.GetBytes(json)).ToArray();
            using var opened = BlittableDocument.Open(document, dictionary);
            opened.Validate();
            if (opened.Root.ToJson() != json)
            {
                throw new FuzzFailure($"A document that was written with a loaded dictionary says {opened.Root.ToJson()}");
            }
        }

        if (!BlittableDictionary.Load(dictionary.Save()).Save().AsSpan().SequenceEqual(dictionary.Save()))
        {
            throw new FuzzFailure("A dictionary that was loaded and saved is another one.");
        }
    }

    /// <summary>Returns a complete dictionary, and small dictionaries whose changes are stored uncompressed, so that a changed byte has an effect.</summary>
    private static byte[][] Save()
    {
        // The dictionary shown in the format specification.
        var shown = Convert.FromHexString("FF424C440100112233445566778899AABBCCDDEEFF00010E0E0D0101016B02010568656C6C6F429EEE4A");
        var small = BlittableDictionary.Train(
            [Encoding.UTF8.GetBytes("""[{"k":"hello","l":1},{"k":"hello","l":2}]""")],
            new BlittableTrainingOptions { FrequentStrings = true, SymbolTable = false });
        return [Trained.Value.Save(), small.Save(), small.Save(), small.Save(), shown, shown, shown];
    }
}
