using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Text;
using Blittable.Layout;
using Container = Blittable.Reading.Container;
using ValueFault = Blittable.Paths.ValueFault;

namespace Blittable.Generated;

/// <content>Maps the properties of a type to the properties of objects, and checks values.</content>
public sealed partial class ObjectReader
{
    /// <summary>Opens an object with a large shape number or a shape of the dictionary, that is empty, or has its slots in runs.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private OpenedObject OpenOther(scoped in BlittableValue value, ObjectShape shape)
    {
        var width = RawBytes.ReadTag(value.Document, value.Address) - Tag.ObjectOfDocumentShape;
        var slots = value.Address + 1;
        if ((uint)width <= Tag.ObjectOfDocumentShapeLast - Tag.ObjectOfDocumentShape)
        {
            var number = RawBytes.ReadVarint(value.Document, ref slots);
            return Open(value, FindNumbered(value.Document, value.ShapeTable, number, shape), slots, width);
        }

        width -= Tag.ObjectOfDictionaryShape - Tag.ObjectOfDocumentShape;
        if ((uint)width <= Tag.ObjectOfDictionaryShapeLast - Tag.ObjectOfDictionaryShape)
        {
            var number = RawBytes.ReadVarint(value.Document, ref slots);
            return Open(value, FindMap(value.Dictionary, number, value.Address, shape), slots, width);
        }

        if (!value.TryReadObject(out var container, out _))
        {
            throw ValueFault.Of(value, "an object");
        }

        if (container.Count == 0)
        {
            return Open(value, ShapeMap.Empty, container.Start, width: 0);
        }

        Debug.Assert(container.IsInRuns, "The other paths open all other objects.");
        return Open(value, FindMap(value.Document, value.Address + 1, shape), container.Start, OpenedObject.SlotsInRuns);
    }

    private const int NumberedMaps = 64;

    /// <summary>The maps of numbered shapes of this document, which the elements of lists have in common.</summary>
    private readonly NumberedMap[] _numbered = new NumberedMap[NumberedMaps];

    /// <summary>The number of documents read so far.</summary>
    private long _document;

    private ShapeMap FindNumbered(ReadOnlySpan<byte> document, int shapeTable, uint number, ObjectShape shape)
    {
        ref var last = ref _numbered[number % NumberedMaps];
        if (ReferenceEquals(last.Shape, shape) && last.Number == number && last.Document == _document)
        {
            return last.Map;
        }

        var map = FindMap(document, Trailer.ShapeAddress(document, shapeTable, number), shape);
        if (!map.IsReusable)
        {
            last = new NumberedMap(shape, map, number, _document);
        }

        return map;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private ShapeMap FindMap(ReadOnlySpan<byte> document, int block, ObjectShape shape)
    {
        if (shape.Subsets is { } subsets && subsets.Find(ShapeBlock.Read(document, block).Bytes) is { } known)
        {
            return known;
        }

        foreach (var map in shape.Maps)
        {
            if (map.IsAt(document, block))
            {
                return map;
            }
        }

        return CreateMap(shape, ShapeBlock.Read(document, block), dictionary: 0, number: 0);
    }

    /// <summary>The positions of discriminators in the numbered shapes of this document.</summary>
    private readonly NumberedPosition[] _discriminators = new NumberedPosition[NumberedMaps];

    /// <summary>Finds the property that specifies the type of an object.</summary>
    /// <remarks>The objects of a list have several types and therefore several shapes, so a hint of the last position would rarely apply.</remarks>
    /// <param name="value">The object.</param>
    /// <param name="name">The name of the property.</param>
    /// <param name="discriminator">The value of the property.</param>
    /// <returns>False if the value is not an object, or does not have the property.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="name"/> is null.</exception>
    /// <exception cref="BlittableException">The document is damaged.</exception>
    public bool FindDiscriminator(scoped in BlittableValue value, BlittableName name, out BlittableValue discriminator)
    {
        ArgumentNullException.ThrowIfNull(name);
        var document = value.Document;
        var width = RawBytes.ReadTag(document, value.Address) - Tag.ObjectWithShape;
        var slots = value.Address + 1;
        int ordinal;
        if ((uint)width <= Tag.ObjectWithShapeLast - Tag.ObjectWithShape)
        {
            var block = ShapeBlock.Read(document, slots);
            (ordinal, slots) = (PositionOf(name, block), block.EndAddress);
        }
        else if ((uint)width <= Tag.ObjectOfDocumentShapeLast - Tag.ObjectWithShape)
        {
            width -= Tag.ObjectOfDocumentShape - Tag.ObjectWithShape;
            ordinal = PositionOf(name, document, value.ShapeTable, RawBytes.ReadVarint(document, ref slots));
        }
        else
        {
            return value.TryGetProperty(name, out discriminator);
        }

        if (ordinal < 0)
        {
            discriminator = default;
            return false;
        }

        var distance = RawBytes.ReadBits(document, slots + (ordinal << width), 8 << width);
        discriminator = value.WithAddress(Container.Behind(document, value.Address, distance));
        return true;
    }

    private int PositionOf(BlittableName name, ReadOnlySpan<byte> document, int shapeTable, uint number)
    {
        ref var last = ref _discriminators[number % NumberedMaps];
        if (last.Number != number || last.Document != _document || !ReferenceEquals(last.Name, name))
        {
            last = new NumberedPosition(name, PositionOf(name, ShapeBlock.Read(document, Trailer.ShapeAddress(document, shapeTable, number))), number, _document);
        }

        return last.Ordinal;
    }

    /// <summary>Returns the position of a name that is usually the first; negative if it is absent.</summary>
    private static int PositionOf(BlittableName name, in ShapeBlock shape) =>
        (shape.Flags & ShapeBlock.HasDuplicates) == 0 && shape.Name(0).SequenceEqual(name.Utf8) ? 0 : shape.Find(name.Utf8);

    /// <summary>Creates the map for a shape that is not cached.</summary>
    /// <param name="shape">The names of the type's properties.</param>
    /// <param name="found">The shape.</param>
    /// <param name="dictionary">The identity of its dictionary; 0 for a shape of the document.</param>
    /// <param name="number">Its number in the dictionary.</param>
    private ShapeMap CreateMap(ObjectShape shape, in ShapeBlock found, long dictionary, uint number)
    {
        if (!shape.Admits(found))
        {
            var reused = ReusedMap(found);
            reused.Fill(shape, found, isOfDictionary: dictionary != 0);
            if (dictionary == 0)
            {
                shape.RememberSubset(reused, found);
            }

            return reused;
        }

        var created = ShapeMap.Create(shape, found, dictionary, number);
        shape.Remember(created);
        return created;
    }

    /// <summary>Returns the map of this level for a shape that is not cached.</summary>
    private ShapeMap ReusedMap(in ShapeBlock shape)
    {
        const int many = 1024;
        _hasLargeMap |= shape.Count > many;
        if (_depth >= _reused.Length)
        {
            Array.Resize(ref _reused, Math.Max(_depth + 1, 2 * _reused.Length));
        }

        return _reused[_depth] ??= ShapeMap.Reusable();
    }

    private ShapeMap FindMap(DictionarySnapshot? dictionary, uint number, int address, ObjectShape shape)
    {
        if (dictionary is not null)
        {
            foreach (var map in shape.Maps)
            {
                if (map.IsOf(dictionary.Id, number))
                {
                    return map;
                }
            }
        }

        var shapes = Container.DictionaryShape(dictionary, number, address, out var block);
        return CreateMap(shape, ShapeBlock.Read(shapes, block), dictionary!.Id, number);
    }

    // Checks of values against the options and attributes of System.Text.Json.

    /// <summary>Throws an exception if a value is null, which the annotation of its member forbids.</summary>
    /// <param name="value">The value.</param>
    /// <param name="shape">The names of the type's properties.</param>
    /// <param name="property">The index of the property.</param>
    /// <exception cref="ArgumentNullException"><paramref name="shape"/> is null.</exception>
    /// <exception cref="BlittableException">The value is null.</exception>
    public void RequireNotNull(scoped in BlittableValue value, ObjectShape shape, int property)
    {
        ArgumentNullException.ThrowIfNull(shape);
        if (IsNull(value))
        {
            throw NullFault(value, shape, property);
        }
    }

    /// <summary>Returns a value that a converter has read, which must not be null.</summary>
    /// <typeparam name="T">The type of the value.</typeparam>
    /// <param name="read">The value that was read.</param>
    /// <param name="value">The value of the document.</param>
    /// <param name="shape">The names of the type's properties.</param>
    /// <param name="property">The index of the property.</param>
    /// <exception cref="ArgumentNullException"><paramref name="shape"/> is null.</exception>
    /// <exception cref="BlittableException">The value is null.</exception>
    public T NotNull<T>(T? read, scoped in BlittableValue value, ObjectShape shape, int property)
        where T : class
    {
        ArgumentNullException.ThrowIfNull(shape);
        return read ?? throw NullFault(value, shape, property);
    }

    private BlittableException NullFault(scoped in BlittableValue value, ObjectShape shape, int property) =>
        Mismatch(value, $"a value for '{shape.Text(property)}' of {shape.TypeName}, which cannot be null");

    /// <summary>Throws an exception if an object has duplicate property names.</summary>
    /// <exception cref="BlittableException">Two properties have the same name, or the document is damaged.</exception>
    public void RequireDifferentNames(scoped in BlittableValue value)
    {
        if (value.TryReadObject(out _, out var shape) && (shape.Flags & ShapeBlock.HasDuplicates) != 0)
        {
            throw Duplicate(shape, value.Address);
        }
    }

    /// <summary>Returns a value of any type, after checking that no object in it has duplicate property names.</summary>
    /// <exception cref="BlittableException">Two properties have the same name, or the document is damaged.</exception>
    public BlittableValue WithUniqueNames(BlittableValue value)
    {
        if (value.Kind == BlittableValueKind.Object)
        {
            RequireDifferentNames(value);
            var open = OpenMap(value);
            while (open.Next(out _, out var child))
            {
                WithUniqueNames(child);
            }

            Close();
        }
        else if (value.Kind == BlittableValueKind.Array)
        {
            var open = OpenArray(value);
            while (open.Next(out var child))
            {
                WithUniqueNames(child);
            }

            Close();
        }

        return value;
    }

    /// <summary>Creates the exception for an object with duplicate property names.</summary>
    internal static BlittableException Duplicate(in ShapeBlock shape, int address)
    {
        var seen = new HashSet<string>(StringComparer.Ordinal);
        var name = "";
        for (var i = 0; i < shape.Count; i++)
        {
            var next = Encoding.UTF8.GetString(shape.Name(i));
            name = seen.Add(next) ? name : next;
        }

        return Duplicate(Encoding.UTF8.GetBytes(name), address);
    }

    /// <summary>Creates the exception for a duplicate property name.</summary>
    internal static BlittableException Duplicate(ReadOnlySpan<byte> name, int address) =>
        ThrowHelper.Mismatch("unique property names", $"a duplicate of '{ValueFault.Cut(name)}'", address & int.MaxValue);

    /// <param name="Name">The name.</param>
    /// <param name="Ordinal">Its position in the shape; negative if it is absent.</param>
    /// <param name="Number">The number of the shape in the document.</param>
    /// <param name="Document">The number of the document.</param>
    private readonly record struct NumberedPosition(BlittableName Name, int Ordinal, uint Number, long Document);

    /// <param name="Shape">The names of the type.</param>
    /// <param name="Map">The map of the type for the shape.</param>
    /// <param name="Number">The number of the shape in the document.</param>
    /// <param name="Document">The number of the document.</param>
    private readonly record struct NumberedMap(ObjectShape Shape, ShapeMap Map, uint Number, long Document);
}
