using System.Collections;
using System.Reflection;
using System.Text;
using System.Text.Json.Serialization;

namespace Blittable.Generators.Tests.Serialization;

/// <summary>Creates values of the types that members have, including the bounds of each type.</summary>
internal sealed partial class RandomObjects(int seed, int nulls = 0)
{
    private const int MaxDepth = 4;

    private static readonly string[] s_pieces = ["a", "Zürich", "\"", "\\", "\n", "\u0001", "ąę", "漢字", "</script>", "2024-01-01", "12.50", " ", "\ud83d\ude00", "\u2028", "\u007f", "the quick brown fox "];

    private readonly Random _random = new(seed);

    /// <summary>The average number of references per null reference, or zero for no null references.</summary>
    private readonly int _nulls = nulls;

    /// <summary>Gets a value that indicates whether some floating-point numbers are NaN or infinite.</summary>
    public bool MakesNonFinite { get; init; }

    /// <summary>true while a value is created that may not contain NaN and infinities.</summary>
    private bool _isFinite;

    /// <summary>Sets each property of an object if this class can create values of its type.</summary>
    public T Fill<T>(T target)
        where T : class
    {
        foreach (var property in typeof(T).GetProperties().Where(property => property.SetMethod is { IsPublic: true } && CanMake(property.PropertyType)))
        {
            property.SetValue(target, Value(property.PropertyType));
        }

        return target;
    }

    /// <summary>Creates a value.</summary>
    public object? Value(Type type, int depth = 0)
    {
        if (Nullable.GetUnderlyingType(type) is { } inner)
        {
            return _random.Next(3) == 0 ? null : Value(inner, depth);
        }

        if (type.IsEnum)
        {
            return EnumValue(type);
        }

        if (Scalar(type) is { } scalar)
        {
            return scalar;
        }

        if (IsLoose(type))
        {
            return Loose(type, depth);
        }

        if (!type.IsValueType && (depth >= MaxDepth || (_nulls > 0 && depth > 0 && _random.Next(_nulls) == 0)))
        {
            return null;
        }

        if (Collection(type, depth) is { } collection)
        {
            return collection;
        }

        var derived = type.GetCustomAttributes<JsonDerivedTypeAttribute>(inherit: false).ToList();
        if (derived.Count > 0)
        {
            type = derived[_random.Next(derived.Count)].DerivedType;
        }

        var target = Create(type, depth);
        for (var declaring = type; declaring is not null && declaring != typeof(object); declaring = declaring.BaseType)
        {
            Set(target, declaring, depth);
        }

        return target;
    }

    /// <summary>Sets the members that a type declares: public members, and members included by an attribute.</summary>
    private void Set(object target, Type declaring, int depth)
    {
        const BindingFlags declared = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.DeclaredOnly;
        foreach (var property in declaring.GetProperties(declared).Where(property => property.CanWrite && property.GetIndexParameters().Length == 0))
        {
            if (property.SetMethod!.IsPublic || property.IsDefined(typeof(JsonIncludeAttribute)))
            {
                property.SetValue(target, property.IsDefined(typeof(JsonExtensionDataAttribute)) ? Rest(property.PropertyType) : Value(property.PropertyType, depth + 1));
            }
        }

        foreach (var field in declaring.GetFields(declared).Where(field => field is { IsInitOnly: false } && (field.IsPublic || field.IsDefined(typeof(JsonIncludeAttribute)))))
        {
            field.SetValue(target, Value(field.FieldType, depth + 1));
        }
    }

    private object Create(Type type, int depth)
    {
        var constructors = type.GetConstructors(BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance);
        var made = constructors.FirstOrDefault(constructor => constructor.IsDefined(typeof(JsonConstructorAttribute)))
            ?? constructors.Where(constructor => constructor.IsPublic).OrderByDescending(constructor => constructor.GetParameters().Length).FirstOrDefault();
        return made is null || made.GetParameters().Length == 0 ? Activator.CreateInstance(type)!
            : made.Invoke([.. made.GetParameters().Select(parameter => Value(parameter.ParameterType, depth + 1))]);
    }

    /// <summary>Determines whether values of a type can be created. Framework collections are supported only if JSON text preserves their order.</summary>
    private static bool CanMake(Type type)
    {
        var inner = Nullable.GetUnderlyingType(type) ?? (type.IsArray ? type.GetElementType()! : type);
        return inner.IsArray || inner.IsEnum || inner.Assembly == typeof(RandomObjects).Assembly || new RandomObjects(0).Scalar(inner) is not null
            || (inner.IsGenericType && (inner.GetGenericTypeDefinition() == typeof(List<>) || inner.GetGenericTypeDefinition() == typeof(Dictionary<,>)));
    }

    private object? Scalar(Type type) =>
        type == typeof(bool) ? _random.Next(2) == 0
        : type == typeof(byte) ? (byte)Bits()
        : type == typeof(sbyte) ? (sbyte)Bits()
        : type == typeof(short) ? (short)Bits()
        : type == typeof(ushort) ? (ushort)Bits()
        : type == typeof(int) ? (int)Bits()
        : type == typeof(uint) ? (uint)Bits()
        : type == typeof(long) ? Bits()
        : type == typeof(ulong) ? (ulong)Bits()
        : type == typeof(Int128) ? new Int128((ulong)Bits(), (ulong)Bits())
        : type == typeof(UInt128) ? new UInt128((ulong)Bits(), (ulong)Bits())
        : type == typeof(double) ? Double()
        : type == typeof(float) ? IsNonFinite() ? (float)NonFinite() : (_random.Next(2) == 0 ? _random.NextSingle() : _random.Next(1000) / 8f)
        : type == typeof(Half) ? IsNonFinite() ? (Half)NonFinite() : (Half)(_random.Next(-60_000, 60_000) / 7.0)
        : type == typeof(decimal) ? new decimal((int)Bits(), (int)Bits(), (int)Bits(), _random.Next(2) == 0, (byte)_random.Next(29))
        : type == typeof(char) ? (char)(_random.Next(3) == 0 ? _random.Next(1, 0xD7FF) : _random.Next(0xA1, 0x180))
        : type == typeof(string) ? Text()
        : type == typeof(Guid) ? new Guid(Enumerable.Range(0, 16).Select(_ => (byte)_random.Next(256)).ToArray())
        : type == typeof(DateTime) ? new DateTime(Ticks(), (DateTimeKind)_random.Next(3))
        : type == typeof(DateTimeOffset) ? Offset()
        : type == typeof(DateOnly) ? DateOnly.FromDayNumber(_random.Next(DateOnly.MaxValue.DayNumber + 1))
        : type == typeof(TimeOnly) ? new TimeOnly(_random.NextInt64(TimeOnly.MaxValue.Ticks + 1))
        : type == typeof(TimeSpan) ? TimeSpan.FromTicks(Bits())
        : type == typeof(System.Numerics.BigInteger) ? new System.Numerics.BigInteger(Bits()) * Bits()
        : type == typeof(Uri) ? new Uri("https://example.com/" + _random.Next())
        : type == typeof(Version) ? new Version(_random.Next(99), _random.Next(99), _random.Next(9999))
        : null;

    /// <summary>Creates an integer of any length, to make bounds and small numbers as frequent as others.</summary>
    private long Bits() => _random.Next(8) switch
    {
        0 => long.MinValue,
        1 => long.MaxValue,
        2 => -1,
        _ => _random.NextInt64(long.MinValue, long.MaxValue) >> _random.Next(64),
    };

    private bool IsNonFinite() => MakesNonFinite && !_isFinite && _random.Next(20) == 0;

    private double NonFinite() => _random.Next(3) switch { 0 => double.NaN, 1 => double.PositiveInfinity, _ => double.NegativeInfinity };

    private double Double() => IsNonFinite() ? NonFinite() : _random.Next(6) switch
    {
        0 => _random.Next(-1000, 1000),
        1 => _random.Next(1_000_000) / 100.0,
        2 => double.MaxValue,
        3 => double.Epsilon,
        4 => _random.NextDouble() * Math.Pow(10, _random.Next(-30, 30)),
        _ => BitConverter.Int64BitsToDouble(_random.NextInt64()) is var any && double.IsFinite(any) ? any : 0,
    };

    private string Text()
    {
        var text = new StringBuilder();
        for (var pieces = _random.Next(_random.Next(2) == 0 ? 3 : 30); pieces > 0; pieces--)
        {
            text.Append(s_pieces[_random.Next(s_pieces.Length)]);
        }

        return text.ToString();
    }

    /// <summary>Creates a point in time with a precision of days, seconds, milliseconds or ticks.</summary>
    private long Ticks()
    {
        long[] units = [TimeSpan.TicksPerDay, TimeSpan.TicksPerSecond, TimeSpan.TicksPerMillisecond, 1];
        var unit = units[_random.Next(units.Length)];
        return _random.NextInt64(DateTime.MaxValue.Ticks + 1) / unit * unit;
    }

    private DateTimeOffset Offset()
    {
        var ticks = Math.Clamp(Ticks(), TimeSpan.TicksPerDay, DateTime.MaxValue.Ticks - TimeSpan.TicksPerDay);
        return new DateTimeOffset(ticks, TimeSpan.FromMinutes(_random.Next(-14 * 60, (14 * 60) + 1)));
    }

    /// <summary>Returns a declared value of an enum, several of them together, or a number without a name.</summary>
    private object EnumValue(Type type)
    {
        var declared = Enum.GetValues(type);
        var (first, second) = (Declared(), Declared());
        return _random.Next(6) switch
        {
            0 => Enum.ToObject(type, Bits(first) | Bits(second)),
            1 => Enum.ToObject(type, _random.Next(100)),
            _ => first,
        };

        object Declared() => declared.GetValue(_random.Next(declared.Length))!;

        static ulong Bits(object value) => Convert.GetTypeCode(value) == TypeCode.UInt64
            ? Convert.ToUInt64(value, System.Globalization.CultureInfo.InvariantCulture)
            : unchecked((ulong)Convert.ToInt64(value, System.Globalization.CultureInfo.InvariantCulture));
    }
}
