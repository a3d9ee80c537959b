using System.Text;
using Blittable.Fuzz.Inputs;
using Blittable.Fuzz.Models;
using Blittable.Fuzz.Running;

namespace Blittable.Fuzz.Targets;

/// <summary>
/// Objects and views of untrusted documents: an object or an error, with memory proportional to the bytes. An object from a valid document must
/// round-trip, and a view must agree with the object.
/// </summary>
internal sealed class ObjectTarget : FuzzTarget
{
    /// <summary>The maximum number of list elements to read through a view. A small document can represent any number of elements.</summary>
    private const int MaxElements = 50;

    private static readonly BlittableOptions[] Options = [BlittableOptions.Fastest, new(), BlittableOptions.Balanced, BlittableOptions.Smallest];

    private static readonly Lazy<SeedDocument[]> Seeds = new(MakeSeeds);

    public override string Name => "objects";

    public override long MaxAllocated => 64 << 20;

    public override byte[] Make(FuzzRandom random) => random.OneIn(6)
        ? random.Pick<SeedDocument>(Seeds.Value).Bytes
        : DocumentMutator.Mutate(random, random.Pick<SeedDocument>(Seeds.Value), random.Pick<SeedDocument>(Seeds.Value));

    public override string Run(Memory<byte> input)
    {
        using var document = BlittableDocument.Open(input);
        var isValid = IsValid(document);
        Catalog? read = null;
        var outcome = isValid ? "valid: " : "";
        try
        {
            read = BlittableSerializer.Deserialize<Catalog>(document.Root);
            outcome += read is null ? "null" : "object";
        }
        catch (BlittableException exception)
        {
            RequireExpected(exception, isValid);
            outcome += exception.Code;
        }

        try
        {
            Visit(new CatalogView(document.Root));
        }
        catch (BlittableException exception)
        {
            RequireExpected(exception, isValid);
        }

        if (isValid && read is not null)
        {
            RequireSame(read, document.Root);
        }

        return outcome;
    }

    private static SeedDocument[] MakeSeeds()
    {
        var seeds = new List<SeedDocument>();
        foreach (var options in Options)
        {
            for (var number = 0UL; number < 30; number++)
            {
                seeds.Add(SeedDocument.Of(BlittableSerializer.Serialize(RandomCatalogs.Make(new FuzzRandom(1, number)), options)));
                using var mismatch = BlittableDocument.Parse(RandomCatalogs.MakeMismatch(new FuzzRandom(2, number)), options);
                seeds.Add(SeedDocument.Of(mismatch.Bytes.ToArray()));
            }
        }

        return [.. seeds];
    }

    private static bool IsValid(BlittableDocument document)
    {
        try
        {
            document.Validate(1 << 18);
            return true;
        }
        catch (BlittableException)
        {
            return false;
        }
    }

    private static void RequireExpected(BlittableException exception, bool isValid)
    {
        if (isValid && Structural.Is(exception))
        {
            throw new FuzzFailure($"A valid document fails: {exception.Code}: {exception.Message}", exception);
        }
    }

    /// <summary>Reads every property of a view. An error in one property must not prevent reading the others.</summary>
    private static void Visit(CatalogView view)
    {
        BlittableException? first = null;
        for (var property = 0; property < 13; property++)
        {
            try
            {
                Visit(view, property);
            }
            catch (BlittableException exception)
            {
                first = first is null || Structural.Is(exception) ? exception : first;
            }
        }

        if (first is not null)
        {
            throw first;
        }
    }

    private static void Visit(CatalogView view, int property)
    {
        switch (property)
        {
            case 0:
                _ = view.Id;
                break;
            case 1:
                _ = view.Name;
                break;
            case 2:
                _ = view.Weight;
                break;
            case 3:
                _ = view.Price;
                break;
            case 4:
                _ = view.Created;
                break;
            case 5:
                _ = view.Day;
                break;
            case 6:
                _ = view.Key;
                break;
            case 7:
                _ = view.Weekday;
                break;
            case 8:
                _ = Encoding.UTF8.GetCharCount(view.Link);
                break;
            case 9:
                Visit(view.First);
                break;
            case 10:
                Visit(view.Others);
                break;
            case 11:
                Visit(view.Counts);
                break;
            default:
                _ = view.Parts.Kind;
                break;
        }
    }

    private static void Visit(BlittableViewList<PartView> parts)
    {
        var left = MaxElements;
        foreach (var part in parts)
        {
            Visit(part);
            if (--left == 0)
            {
                return;
            }
        }
    }

    private static void Visit(BlittableList<int> numbers)
    {
        for (var i = Math.Min(numbers.Count, MaxElements) - 1; i >= 0; i--)
        {
            _ = numbers[i];
        }
    }

    private static void Visit(PartView part)
    {
        _ = part.Id;
        _ = part.Name;
        _ = part.Price;
        var tags = part.Tags;
        for (var i = Math.Min(tags.Count, MaxElements) - 1; i >= 0; i--)
        {
            _ = tags[i];
        }
    }

    /// <summary>Compares an object with its serialized form in each mode, and with the view of its document.</summary>
    private static void RequireSame(Catalog read, BlittableValue root)
    {
        var view = new CatalogView(root);
        if (view.Id != read.Id)
        {
            throw new FuzzFailure($"The view has {view.Id} for the object's {read.Id}.");
        }

        string? expected = null;
        foreach (var options in Options)
        {
            var written = BlittableSerializer.Serialize(read, options);
            using var document = BlittableDocument.Open(written);
            document.Validate();
            var again = BlittableSerializer.Serialize(BlittableSerializer.Deserialize<Catalog>(written), options);
            var text = BlittableValue.Open(written).ToJson();
            expected ??= text;
            if (text != expected || BlittableValue.Open(again).ToJson() != expected)
            {
                throw new FuzzFailure($"An object is written and read as another: {text} for {expected}");
            }
        }
    }
}
