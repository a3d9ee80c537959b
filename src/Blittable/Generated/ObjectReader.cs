using System.ComponentModel;
using System.Runtime.CompilerServices;
using System.Text;
using Blittable.Layout;
using Container = Blittable.Reading.Container;
using ValueFault = Blittable.Paths.ValueFault;
using ValuePath = Blittable.Paths.ValuePath;

namespace Blittable.Generated;

/// <summary>Reads .NET objects from a document, and bounds the work that untrusted bytes can cause. For generated code.</summary>
/// <remarks>
/// Every visited property and element, and every character of a string, counts toward the expansion limit of the document. Allocations are therefore
/// proportional to its bytes, even if it references a value many times. The position being read is tracked, so an exception can name its path. Instances
/// are not thread-safe.
/// </remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed partial class ObjectReader
{
    /// <summary>The number of nesting levels in one part of the trace.</summary>
    private const int Levels = 64;

    /// <summary>The outermost open containers, and parts with further ones. They never move, because containers hold references into them.</summary>
    private readonly OpenLevel[] _shallow = new OpenLevel[Levels];
    private OpenLevel[][] _deep = [];
    private int _depth;

    /// <summary>The depth from which opening a container requires further checks.</summary>
    private int _maxShallow;

    /// <summary>The map of each level for objects with one of too many shapes to be cached.</summary>
    private ShapeMap?[] _reused = new ShapeMap?[8];
    private bool _hasLargeMap;
    private int _maxDepth;
    private long _left;

    /// <summary>Begins reading a document.</summary>
    internal void Begin(BlittableValue root, int maxDepth)
    {
        _depth = 0;
        _document++;
        _maxDepth = maxDepth;
        _maxShallow = Math.Min(maxDepth, Levels / 2);
        _left = ExpansionLimit.Of(root.Document.Length, root.Dictionary);
    }

    /// <summary>Ends reading. Releases maps of objects with many properties and long texts, because the thread keeps the reader.</summary>
    internal void End()
    {
        _text = _text is { Capacity: > MaxKeptText } ? null : _text;
        if (_hasLargeMap)
        {
            Array.Clear(_reused);
            _hasLargeMap = false;
        }
    }

    // Methods that open containers are not inlined: otherwise, the JIT does not inline the small methods that each member calls.

    /// <summary>Opens an object.</summary>
    /// <param name="value">The value.</param>
    /// <param name="shape">The names of the type's properties.</param>
    /// <exception cref="BlittableException">The value is not an object, is damaged, or is nested too deep.</exception>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public OpenedObject OpenObject(scoped in BlittableValue value, ObjectShape shape)
    {
        ArgumentNullException.ThrowIfNull(shape);
        var document = value.Document;
        var address = value.Address;
        var width = RawBytes.ReadTag(document, address) - Tag.ObjectWithShape;
        int slots;
        ShapeMap map;
        if ((uint)width <= Tag.ObjectWithShapeLast - Tag.ObjectWithShape)
        {
            map = FindMap(document, address + 1, shape);
            slots = address + 1 + map.BlockLength;
        }
        else if ((uint)width <= Tag.ObjectOfDocumentShapeLast - Tag.ObjectWithShape && RawBytes.ReadTag(document, address + 1) is var number and <= Varint.MaxOneByte)
        {
            width -= Tag.ObjectOfDocumentShape - Tag.ObjectWithShape;
            map = FindNumbered(document, value.ShapeTable, number, shape);
            slots = address + 2;
        }
        else
        {
            return OpenOther(value, shape);
        }

        return Open(value, map, slots, width);
    }

    private OpenedObject Open(scoped in BlittableValue value, ShapeMap map, int slots, int width)
    {
        if (width >= 0 && slots + ((long)map.Count << width) > value.Document.Length)
        {
            ThrowHelper.InvalidCount(map.Count, "slots", value.Address);
        }

        return new OpenedObject(value, map, slots, width, ref Enter(value.Address, map.Count));
    }

    /// <summary>Opens an array.</summary>
    /// <param name="value">The value.</param>
    /// <exception cref="BlittableException">The value is not an array, is damaged, or is nested too deep.</exception>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public OpenedArray OpenArray(scoped in BlittableValue value)
    {
        Require(value, BlittableValueKind.Array, "an array");
        var count = value.Count;
        return new OpenedArray(value, count, ref Enter(value.Address, count));
    }

    /// <summary>Opens an object with arbitrary names.</summary>
    /// <param name="value">The value.</param>
    /// <exception cref="BlittableException">The value is not an object, is damaged, or is nested too deep.</exception>
    public OpenedMap OpenMap(scoped in BlittableValue value)
    {
        Require(value, BlittableValueKind.Object, "an object");
        var count = value.Count;
        return new OpenedMap(value, count, ref Enter(value.Address, count));
    }

    /// <summary>Closes the last opened container.</summary>
    public void Close() => _depth--;

    /// <summary>Reads the elements of an array.</summary>
    internal T[] ReadItems<T>(scoped in BlittableValue value, ValueConverter<T> elements)
    {
        if (elements is ScalarConverter<T>)
        {
            // The JIT removes all branches except the one for the type.
            Array? numbers = typeof(T) == typeof(double) ? ReadNumbers<double>(value)
                : typeof(T) == typeof(float) ? ReadNumbers<float>(value)
                : typeof(T) == typeof(int) ? ReadNumbers<int>(value)
                : typeof(T) == typeof(long) ? ReadNumbers<long>(value)
                : null;
            if (numbers is not null)
            {
                return (T[])(object)numbers;
            }
        }

        var open = OpenArray(value);
        var items = open.NewArray<T>();
        for (var i = 0; i < items.Length && open.Next(out var child); i++)
        {
            items[i] = elements.Read(this, child)!;
        }

        Close();
        return items;
    }

    /// <summary>Throws an exception for a missing required property.</summary>
    /// <param name="value">The object.</param>
    /// <param name="shape">The names of the type's properties.</param>
    /// <param name="property">The index of the missing property.</param>
    /// <exception cref="ArgumentNullException"><paramref name="shape"/> is null.</exception>
    /// <exception cref="BlittableException">Always thrown.</exception>
    public void ThrowMissing(scoped in BlittableValue value, ObjectShape shape, int property)
    {
        ArgumentNullException.ThrowIfNull(shape);
        _depth--;
        throw ThrowHelper.NotFound($"property '{shape.Text(property)}' (required by {shape.TypeName})", value.Address & int.MaxValue);
    }

    /// <summary>Creates the exception for a type of which no object can be created.</summary>
    /// <param name="type">The type.</param>
    /// <param name="reason">The reason, for the message.</param>
    public NotSupportedException NotCreatable(Type type, string reason) =>
        new($"{TypeNames.Of(type)} cannot be instantiated: {reason}.");

    /// <summary>Creates the exception for a property that no member has, if such properties are refused.</summary>
    /// <param name="value">The object.</param>
    /// <param name="shape">The names of the type's properties.</param>
    /// <param name="name">The name of the property.</param>
    /// <exception cref="ArgumentNullException"><paramref name="shape"/> is null.</exception>
    public BlittableException Unmapped(scoped in BlittableValue value, ObjectShape shape, scoped ReadOnlySpan<byte> name)
    {
        ArgumentNullException.ThrowIfNull(shape);
        return ThrowHelper.Mismatch($"a property of {shape.TypeName}", $"'{ValueFault.Cut(name)}'", value.Address & int.MaxValue);
    }

    /// <summary>Counts an allocation for a value toward the expansion limit of the document.</summary>
    internal void Charge(long amount)
    {
        _left -= amount;
        if (_left < 0)
        {
            ThrowHelper.ObjectsTooLarge();
        }
    }

    /// <summary>Adds the path of the value being read to an exception.</summary>
    internal BlittableException Explain(BlittableException fault, BlittableValue root)
    {
        var path = new StringBuilder("$");
        const int most = 32;
        for (var i = 0; i < Math.Min(_depth, most); i++)
        {
            ref var level = ref Level(i);
            var (address, child) = (level.Address, level.Child);
            if (child < 0)
            {
                break;
            }

            if (address >= 0 && Container.TryReadObject(root.Document, address, root.ShapeTable, root.Dictionary, out _, out var shape) && child < shape.Count)
            {
                ValuePath.AppendName(path, shape.Name(child));
            }
            else
            {
                path.Append('[').Append(child).Append(']');
            }
        }

        return new BlittableException(fault.Code, $"{path}{(_depth > most ? "…" : "")}: {fault.Detail ?? ValueFault.Small(fault.Message)}", fault.Offset, innerException: fault);
    }

    private static void Require(scoped in BlittableValue value, BlittableValueKind kind, string expected)
    {
        if (value.Kind != kind)
        {
            throw ValueFault.Of(value, expected);
        }
    }

    /// <summary>Registers a container as being read.</summary>
    /// <returns>A reference to the index of the child being read.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ref int Enter(int address, int count)
    {
        Charge(count + 1L);
        var depth = _depth;
        if (depth >= _maxShallow)
        {
            return ref EnterDeep(address);
        }

        _depth = depth + 1;
        ref var level = ref _shallow[depth];
        level.Address = address;
        level.Child = -1;
        return ref level.Child;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private ref int EnterDeep(int address)
    {
        if (_depth >= _maxDepth)
        {
            ThrowHelper.TooDeep(_maxDepth, address & int.MaxValue);
        }

        var depth = _depth++;
        if (depth % Levels == Levels / 2 && !RuntimeHelpers.TryEnsureSufficientExecutionStack())
        {
            ThrowHelper.DeeperThanStack(address & int.MaxValue);
        }

        if (depth / Levels > _deep.Length)
        {
            _deep = [.. _deep, new OpenLevel[Levels]];
        }

        ref var level = ref Level(depth);
        level.Address = address;
        level.Child = -1;
        return ref level.Child;
    }

    private ref OpenLevel Level(int depth) => ref depth < Levels ? ref _shallow[depth] : ref _deep[(depth / Levels) - 1][depth % Levels];

    /// <summary>Represents a container being read.</summary>
    private struct OpenLevel
    {
        /// <summary>The address of the container.</summary>
        public int Address;

        /// <summary>The index of the child being read.</summary>
        public int Child;
    }

    // Reads strings, and types that are strings in JSON.

    /// <summary>The maximum length of the text of a duration, and more.</summary>
    private const int MaxShort = 64;

    /// <summary>Reads a string. Returns null for null.</summary>
    /// <exception cref="BlittableException">The value is of another kind, or cannot be converted.</exception>
    public string? ReadString(scoped in BlittableValue value)
    {
        var text = value.GetString();
        Charge(text?.Length ?? 0);
        return text;
    }

    /// <summary>Reads a string of one character.</summary>
    /// <exception cref="BlittableException">The value is of another kind, or cannot be converted.</exception>
    public char ReadChar(scoped in BlittableValue value)
    {
        Span<byte> buffer = stackalloc byte[4];
        return KeyParser.TryParse<char>(Short(value, buffer), out var character) ? character : throw Mismatch(value, "a one-character string");
    }

    /// <summary>Reads a GUID of 32 digits and 4 hyphens.</summary>
    public Guid ReadGuid(scoped in BlittableValue value) => value.GetGuid();

    /// <summary>Reads a duration.</summary>
    /// <exception cref="BlittableException">The value is of another kind, or cannot be converted.</exception>
    public TimeSpan ReadTimeSpan(scoped in BlittableValue value)
    {
        Span<byte> buffer = stackalloc byte[MaxShort];
        return KeyParser.TryParse<TimeSpan>(Short(value, buffer), out var span) ? span : throw Mismatch(value, "a duration");
    }

    /// <summary>Reads a time of day.</summary>
    /// <exception cref="BlittableException">The value is of another kind, or cannot be converted.</exception>
    public TimeOnly ReadTimeOnly(scoped in BlittableValue value)
    {
        Span<byte> buffer = stackalloc byte[MaxShort];
        return KeyParser.TryParse<TimeOnly>(Short(value, buffer), out var time) ? time : throw Mismatch(value, "a time of day");
    }

    /// <summary>Reads a URI. Returns null for null.</summary>
    /// <exception cref="BlittableException">The value is of another kind, or cannot be converted.</exception>
    public Uri? ReadUri(scoped in BlittableValue value) =>
        ReadString(value) is not { } text ? null
            : Uri.TryCreate(text, UriKind.RelativeOrAbsolute, out var uri) ? uri : throw Mismatch(value, "a URI");

    /// <summary>Reads a version. Returns null for null.</summary>
    /// <exception cref="BlittableException">The value is of another kind, or cannot be converted.</exception>
    public Version? ReadVersion(scoped in BlittableValue value) =>
        ReadString(value) is not { } text ? null
            // The parser accepts blanks at both ends.
            : text is [>= '0' and <= '9', .., >= '0' and <= '9'] && Version.TryParse(text, out var version) ? version : throw Mismatch(value, "a version");

    /// <summary>Reads binary data or a base64 string. Returns null for null.</summary>
    /// <exception cref="BlittableException">The value is of another kind, or cannot be converted.</exception>
    public byte[]? ReadBinary(scoped in BlittableValue value)
    {
        if (value.TryGetBytes(out var bytes))
        {
            Charge(bytes.Length);
            return bytes.ToArray();
        }

        var text = ReadString(value);
        if (text is null)
        {
            return null;
        }

        return TryDecode(text, out var decoded) ? decoded : throw Mismatch(value, "binary data or base64");
    }

    /// <summary>Decodes a base64 string.</summary>
    internal static bool TryDecode(string text, out byte[] bytes)
    {
        bytes = new byte[text.Length / 4 * 3];
        var isBase64 = Convert.TryFromBase64String(text, bytes, out var length);
        bytes = length == bytes.Length ? bytes : bytes[..length];
        return isBase64;
    }

    /// <summary>Returns the text of a string; an empty text for other kinds of values and for a string that does not fit the buffer.</summary>
    private static ReadOnlySpan<byte> Short(scoped in BlittableValue value, Span<byte> buffer) =>
        value.TryGetUtf8Length(out var length) ? length <= buffer.Length && value.TryCopyUtf8(buffer, out length) ? buffer[..length] : default
            : default;

    /// <summary>Creates the exception for a value that a member cannot hold.</summary>
    /// <param name="value">The value.</param>
    /// <param name="expected">The expected type, for the message.</param>
    /// <exception cref="BlittableException">The document is damaged, so the value cannot be shown in the message.</exception>
    public BlittableException Mismatch(scoped in BlittableValue value, string expected) => ValueFault.Of(value, expected);
}
