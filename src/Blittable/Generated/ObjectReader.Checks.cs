using System.Text;
using Blittable.Layout;
using Blittable.Paths;

namespace Blittable.Generated;

/// <content>Checks values that are read against the options and attributes of System.Text.Json.</content>
public sealed partial class ObjectReader
{
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
}
