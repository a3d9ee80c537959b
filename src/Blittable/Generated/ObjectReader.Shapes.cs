using System.Diagnostics;
using System.Runtime.CompilerServices;
using Blittable.Layout;
using Container = Blittable.Reading.Container;
using ValueFault = Blittable.Paths.ValueFault;

namespace Blittable.Generated;

/// <content>Maps the properties of a type to the properties of objects.</content>
public sealed partial class ObjectReader
{
    /// <summary>Opens an object that is empty or has its slots in runs.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private ShapeMap OpenOther(scoped in BlittableValue value, ObjectShape shape, out int slots, out int width)
    {
        if (!value.TryReadObject(out var container, out _))
        {
            throw ValueFault.Of(value, "an object");
        }

        slots = container.Start;
        if (container.Count == 0)
        {
            width = 0;
            return ShapeMap.Empty;
        }

        Debug.Assert(container.IsInRuns, "The fast paths open all other objects.");
        width = OpenedObject.SlotsInRuns;
        return FindMap(value.Document, value.Address + 1, shape);
    }

    private ShapeMap FindMap(ReadOnlySpan<byte> document, int block, ObjectShape shape)
    {
        foreach (var map in shape.Maps)
        {
            if (map.IsAt(document, block))
            {
                return map;
            }
        }

        var found = ShapeBlock.Read(document, block);
        if (!shape.Admits(found))
        {
            var reused = ReusedMap(found);
            reused.Fill(shape, found, isOfDictionary: false);
            return reused;
        }

        var created = ShapeMap.Create(shape, found, 0, 0);
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
        var found = ShapeBlock.Read(shapes, block);
        if (!shape.Admits(found))
        {
            var reused = ReusedMap(found);
            reused.Fill(shape, found, isOfDictionary: true);
            return reused;
        }

        var created = ShapeMap.Create(shape, found, dictionary!.Id, number);
        shape.Remember(created);
        return created;
    }
}
