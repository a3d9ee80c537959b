using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Reflection;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Blittable.Generators.Tests.Serialization;

/// <content>Collections of every kind, and values whose type does not determine their content.</content>
internal sealed partial class RandomObjects
{
    private static readonly MethodInfo s_sequence = typeof(RandomObjects).GetMethod(nameof(Sequence), BindingFlags.NonPublic | BindingFlags.Instance)!;
    private static readonly MethodInfo s_map = typeof(RandomObjects).GetMethod(nameof(Map), BindingFlags.NonPublic | BindingFlags.Instance)!;

    private int Count(int depth) => depth >= MaxDepth ? 0 : _random.Next(8) > 0 ? _random.Next(3) : _random.Next(depth < 2 ? 20 : 6);

    private object? Collection(Type type, int depth)
    {
        var interfaces = type.GetInterfaces().Append(type).Where(i => i.IsGenericType).ToList();
        var map = interfaces.FirstOrDefault(i => i.GetGenericTypeDefinition() == typeof(IDictionary<,>)) ?? interfaces.FirstOrDefault(i => i.GetGenericTypeDefinition() == typeof(IReadOnlyDictionary<,>));
        if (map is not null)
        {
            return s_map.MakeGenericMethod(map.GenericTypeArguments).Invoke(this, [type, depth]);
        }

        if (type.IsGenericType && (type.GetGenericTypeDefinition() == typeof(Memory<>) || type.GetGenericTypeDefinition() == typeof(ReadOnlyMemory<>)))
        {
            return s_sequence.MakeGenericMethod(type.GenericTypeArguments).Invoke(this, [type, depth]);
        }

        if (interfaces.FirstOrDefault(i => i.GetGenericTypeDefinition() == typeof(IEnumerable<>)) is { } sequence)
        {
            return s_sequence.MakeGenericMethod(sequence.GenericTypeArguments).Invoke(this, [type, depth]);
        }

        return !typeof(IEnumerable).IsAssignableFrom(type) ? null
            : typeof(IDictionary).IsAssignableFrom(type) ? new Hashtable { ["k" + _random.Next(9)] = Any(depth + 1) }
            : new ArrayList { Any(depth + 1), Any(depth + 1) } is var list && type.IsInstanceOfType(list) ? list : Activator.CreateInstance(type, list);
    }

    private object Sequence<T>(Type type, int depth)
    {
        var items = new List<T>();
        for (var count = Count(depth); count > 0; count--)
        {
            items.Add((T)Value(typeof(T), depth + 1)!);
        }

        object[] ready = [items, items.ToArray()];
        return ready.FirstOrDefault(type.IsInstanceOfType)
            ?? (type == typeof(Memory<T>) ? new Memory<T>([.. items])
            : type == typeof(ReadOnlyMemory<T>) ? new ReadOnlyMemory<T>([.. items])
            : type == typeof(ArraySegment<T>) ? new ArraySegment<T>([.. items])
            : type == typeof(ImmutableArray<T>) ? items.ToImmutableArray()
            : type == typeof(ImmutableList<T>) || type == typeof(IImmutableList<T>) ? items.ToImmutableList()
            : type == typeof(ImmutableQueue<T>) || type == typeof(IImmutableQueue<T>) ? ImmutableQueue.CreateRange(items)
            : type == typeof(ImmutableStack<T>) || type == typeof(IImmutableStack<T>) ? ImmutableStack.CreateRange(items)
            : type == typeof(ImmutableHashSet<T>) || type == typeof(IImmutableSet<T>) ? items.ToImmutableHashSet()
            : type == typeof(ImmutableSortedSet<T>) ? items.ToImmutableSortedSet()
            : type == typeof(FrozenSet<T>) ? items.ToFrozenSet()
            : type.IsAssignableFrom(typeof(HashSet<T>)) ? new HashSet<T>(items)
            : type == typeof(ReadOnlySet<T>) ? new ReadOnlySet<T>(new HashSet<T>(items))
            : type == typeof(ReadOnlyObservableCollection<T>) ? new ReadOnlyObservableCollection<T>([.. items])
            : type.GetConstructors().Any(constructor => constructor.GetParameters() is [var only] && only.ParameterType.IsInstanceOfType(items)) ? Activator.CreateInstance(type, items)!
            : Filled(type, items));
    }

    private static object Filled<T>(Type type, List<T> items)
    {
        var made = (ICollection<T>)Activator.CreateInstance(type)!;
        items.ForEach(made.Add);
        return made;
    }

    private object Map<TKey, TValue>(Type type, int depth)
        where TKey : notnull
    {
        var items = new Dictionary<TKey, TValue>();
        for (var count = Count(depth); count > 0; count--)
        {
            items[(TKey)Finite(() => Value(typeof(TKey), depth + 1))!] = (TValue)Value(typeof(TValue), depth + 1)!;
        }

        return type.IsInstanceOfType(items) ? items
            : type == typeof(ImmutableDictionary<TKey, TValue>) || type == typeof(IImmutableDictionary<TKey, TValue>) ? items.ToImmutableDictionary()
            : type == typeof(ImmutableSortedDictionary<TKey, TValue>) ? items.ToImmutableSortedDictionary()
            : type == typeof(FrozenDictionary<TKey, TValue>) ? items.ToFrozenDictionary()
            : type == typeof(ReadOnlyDictionary<TKey, TValue>) ? new ReadOnlyDictionary<TKey, TValue>(items)
            : type == typeof(ConcurrentDictionary<TKey, TValue>) ? new ConcurrentDictionary<TKey, TValue>(items)
            : Filled(type, items.ToList());
    }

    private static bool IsLoose(Type type) => type == typeof(object) || type == typeof(byte[]) || type == typeof(Memory<byte>) || type == typeof(ReadOnlyMemory<byte>)
        || (type is { IsArray: false, Namespace: "System.Text.Json" or "System.Text.Json.Nodes" });

    /// <summary>Creates a value of a type that holds any JSON or binary data.</summary>
    private object? Loose(Type type, int depth) =>
        type == typeof(object) ? Any(depth)
        : type == typeof(byte[]) ? Binary()
        : type == typeof(Memory<byte>) ? new Memory<byte>(Binary())
        : type == typeof(ReadOnlyMemory<byte>) ? new ReadOnlyMemory<byte>(Binary())
        : type == typeof(JsonElement) ? JsonSerializer.SerializeToElement(AnyOfJson(depth))
        : type == typeof(JsonDocument) ? JsonSerializer.SerializeToDocument(AnyOfJson(depth))
        : type == typeof(JsonNode) ? JsonSerializer.SerializeToNode(AnyOfJson(depth))
        : type == typeof(JsonObject) ? JsonSerializer.SerializeToNode(Rest(typeof(Dictionary<string, object>), isJson: true))
        : type == typeof(JsonArray) ? new JsonArray([JsonSerializer.SerializeToNode(AnyOfJson(depth)), null])
        : JsonValue.Create(_random.Next());

    private byte[] Binary()
    {
        var bytes = new byte[_random.Next(3) == 0 ? 0 : _random.Next(50)];
        _random.NextBytes(bytes);
        return bytes;
    }

    private object? AnyOfJson(int depth) => Finite(() => Any(depth));

    /// <summary>Creates a value without NaN and infinities, which are neither JSON nor dictionary keys of System.Text.Json.</summary>
    private object? Finite(Func<object?> create)
    {
        var outer = _isFinite;
        _isFinite = true;
        var value = create();
        _isFinite = outer;
        return value;
    }

    private object? Any(int depth) => _random.Next(depth >= MaxDepth ? 8 : 11) switch
    {
        0 => null,
        1 => (int)Bits(),
        2 => Text(),
        3 => Double(),
        4 => _random.Next(2) == 0,
        5 => Value(typeof(DateTime)),
        6 => Value(typeof(decimal)),
        7 => Value(typeof(Guid)),
        8 => new List<object?> { Any(depth + 1), Any(depth + 1) },
        9 => new[] { 1, _random.Next() },
        _ => Rest(typeof(Dictionary<string, object?>)),
    };

    /// <summary>Creates extension data, which holds the properties without a member.</summary>
    private object? Rest(Type type, bool isJson = false)
    {
        isJson |= type == typeof(JsonObject) || type.GenericTypeArguments[1] != typeof(object);
        var items = new Dictionary<string, object?>();
        // System.Text.Json writes an empty JsonObject of extension data as {,{}}.
        for (var count = _random.Next(type == typeof(JsonObject) ? 1 : 0, 4); count > 0; count--)
        {
            items["rest " + _random.Next(5)] = isJson ? AnyOfJson(MaxDepth) : Any(MaxDepth);
        }

        return _random.Next(5) == 0 ? null
            : type.IsInstanceOfType(items) ? items
            : type == typeof(JsonObject) ? JsonSerializer.SerializeToNode(items)
            : type.GenericTypeArguments[1] == typeof(object) ? Activator.CreateInstance(type, items)
            : items.ToDictionary(pair => pair.Key, pair => JsonSerializer.SerializeToElement(pair.Value)) is var elements && type.IsInstanceOfType(elements) ? elements
            : Activator.CreateInstance(type, elements);
    }
}
