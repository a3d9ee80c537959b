using Blittable.Generators.Serialization.Model;
using Microsoft.CodeAnalysis;

namespace Blittable.Generators.Serialization;

/// <content>Describes the elements and the creation of collections.</content>
internal sealed partial class TypeGraph
{
    private const string Generic = "global::System.Collections.Generic.", Immutable = "global::System.Collections.Immutable.",
        Frozen = "global::System.Collections.Frozen.", Concurrent = "global::System.Collections.Concurrent.", ObjectModel = "global::System.Collections.ObjectModel.";

    private TypeModel? Collection(ITypeSymbol type, string key, int? numbers)
    {
        if (type is IArrayTypeSymbol array)
        {
            if (array.Rank != 1)
            {
                Report(Generators.Diagnostics.TypeIsUnsupported, NameOf(type));
            }

            return Sequence(type, key, array.ElementType, new("value", IsArray: true, "", "", "items"), numbers);
        }

        if (type is not INamedTypeSymbol named)
        {
            return null;
        }

        if (Interface(named, "System.Collections.Generic.IDictionary<TKey, TValue>") is { } map)
        {
            return Map(named, key, map.TypeArguments[0], map.TypeArguments[1], numbers);
        }

        if (Interface(named, "System.Collections.Generic.IReadOnlyDictionary<TKey, TValue>") is { } readOnlyMap)
        {
            return Map(named, key, readOnlyMap.TypeArguments[0], readOnlyMap.TypeArguments[1], numbers);
        }

        if (named.AllInterfaces.Prepend(named).Any(i => i.OriginalDefinition.ToDisplayString() == "System.Collections.IDictionary"))
        {
            return UntypedMap(named, key, numbers);
        }

        if (named.OriginalDefinition.ToDisplayString() is "System.Memory<T>" or "System.ReadOnlyMemory<T>")
        {
            return Sequence(type, key, named.TypeArguments[0], new("value.Span", IsArray: true, "", "", "items"), numbers);
        }

        if (Interface(named, "System.Collections.Generic.IEnumerable<T>") is { } sequence)
        {
            return Sequence(type, key, sequence.TypeArguments[0], SequenceOf(named, sequence.TypeArguments[0]), numbers);
        }

        return named.AllInterfaces.Prepend(named).Any(i => i.SpecialType == SpecialType.System_Collections_IEnumerable)
            ? Sequence(type, key, compilation.ObjectType, SequenceOf(named, compilation.ObjectType), numbers)
            : null;
    }

    private static bool IsCollection(ITypeSymbol type) => type.TypeKind == TypeKind.Array
        || type.AllInterfaces.Append(type).Any(i => i.SpecialType == SpecialType.System_Collections_IEnumerable);

    private static INamedTypeSymbol? Interface(INamedTypeSymbol type, string definition) =>
        type.AllInterfaces.Prepend(type).FirstOrDefault(i => i.OriginalDefinition.ToDisplayString() == definition);

    private TypeModel Sequence(ITypeSymbol type, string key, ITypeSymbol element, CollectionModel collection, int? numbers) => new()
    {
        Key = key, Name = NameOf(type), Label = LabelOf(type), Kind = TypeKindModel.Sequence, IsValueType = type.IsValueType,
        Element = Add(element, null, numbers), Collection = collection,
    };

    private static CollectionModel SequenceOf(INamedTypeSymbol type, ITypeSymbol element)
    {
        var (name, item) = (NameOf(type), NameOf(element));
        var list = $"new {Generic}List<{item}>(open.Count)";
        var definition = NameOf(type.OriginalDefinition);
        return definition.Substring(0, Math.Max(definition.IndexOf('<'), 0)) switch
        {
            Generic + "List" => new("global::System.Runtime.InteropServices.CollectionsMarshal.AsSpan(value)", false, list, "items.Add(item)"),
            Generic + "IEnumerable" or Generic + "ICollection" or Generic + "IList" or Generic + "IReadOnlyCollection" or Generic + "IReadOnlyList" =>
                new("value", false, list, "items.Add(item)"),
            Generic + "ISet" or Generic + "IReadOnlySet" or Generic + "HashSet" => new("value", false, $"new {Generic}HashSet<{item}>(open.Count)", "items.Add(item)"),
            Generic + "Stack" or Concurrent + "ConcurrentStack" => new("value", false, $"new {name}()", "items.Push(item)"),
            Generic + "Queue" or Concurrent + "ConcurrentQueue" => new("value", false, $"new {name}()", "items.Enqueue(item)"),
            Concurrent + "ConcurrentBag" => new("value", false, $"new {name}()", "items.Add(item)"),
            Immutable + "ImmutableArray" => new("writer.Elements(value)", true, "", "", "global::System.Runtime.InteropServices.ImmutableCollectionsMarshal.AsImmutableArray(items)"),
            Immutable + "ImmutableList" or Immutable + "IImmutableList" => Created("ImmutableList"),
            Immutable + "ImmutableHashSet" or Immutable + "IImmutableSet" => Created("ImmutableHashSet"),
            Immutable + "ImmutableSortedSet" => Created("ImmutableSortedSet"),
            Immutable + "ImmutableQueue" or Immutable + "IImmutableQueue" => Created("ImmutableQueue"),
            Immutable + "ImmutableStack" or Immutable + "IImmutableStack" => Created("ImmutableStack"),
            "global::System.ArraySegment" => new("writer.Elements(value)", true, "", "", $"new {name}(items)"),
            ObjectModel + "ReadOnlyCollection" => new("value", false, list, "items.Add(item)", $"new {name}(items)"),
            ObjectModel + "ReadOnlyObservableCollection" => new("value", false, $"new {ObjectModel}ObservableCollection<{item}>()", "items.Add(item)", $"new {name}(items)"),
            ObjectModel + "ReadOnlySet" => new("value", false, $"new {Generic}HashSet<{item}>(open.Count)", "items.Add(item)", $"new {name}(items)"),
            Frozen + "FrozenSet" => new("value", true, "", "", Frozen + "FrozenSet.ToFrozenSet(items)"),
            _ => OtherSequence(type, name, item, list),
        };

        static CollectionModel Created(string factory) => new("value", true, "", "", $"{Immutable}{factory}.CreateRange(items)");
    }

    private static CollectionModel OtherSequence(INamedTypeSymbol type, string name, string item, string list)
    {
        if (type.TypeKind == TypeKind.Interface && type.OriginalDefinition.ToDisplayString() is
            "System.Collections.IEnumerable" or "System.Collections.ICollection" or "System.Collections.IList")
        {
            return new("value", false, list, "items.Add(item)");
        }

        switch (type.OriginalDefinition.ToDisplayString())
        {
            case "System.Collections.Stack":
                return new("value", false, $"new {name}()", "items.Push(item)");
            case "System.Collections.Queue":
                return new("value", false, $"new {name}()", "items.Enqueue(item)");
        }

        var isCreatable = !type.IsAbstract && type.InstanceConstructors.Any(c => c.Parameters.Length == 0 && c.DeclaredAccessibility == Accessibility.Public);
        var source = Interface(type, "System.Collections.Generic.IEnumerable<T>") is null ? "value" : $"(({Generic}IEnumerable<{item}>)value!)";
        if (isCreatable && Interface(type, "System.Collections.Generic.ICollection<T>") is not null)
        {
            return Filled(type, source, $"{Generic}ICollection<{item}>", ".Add(item)");
        }

        return isCreatable && type.AllInterfaces.Any(i => i.ToDisplayString() == "System.Collections.IList")
            ? Filled(type, source, "global::System.Collections.IList", ".Add(item)")
            : new(source, false, "", "");
    }

    /// <summary>Describes a collection that is filled through an interface. A value type is boxed once, because each conversion would copy it.</summary>
    private static CollectionModel Filled(INamedTypeSymbol type, string source, string through, string add) => type.IsValueType
        ? new(source, false, $"({through}){NewOf(type)}", "items" + add, $"({NameOf(type)})items")
        : new(source, false, NewOf(type), $"(({through})items!){add}");

    /// <summary>Returns the expression that creates an empty collection. C# demands required members, which are not elements.</summary>
    private static string NewOf(INamedTypeSymbol type) => DemandsMembers(type) ? $"global::System.Activator.CreateInstance<{NameOf(type)}>()" : $"new {NameOf(type)}()";

    /// <summary>Determines whether C# demands required members from the parameterless constructor of a type.</summary>
    private static bool DemandsMembers(INamedTypeSymbol type) => Hierarchy(type).SelectMany(declaring => declaring.GetMembers())
            .Any(member => member is IPropertySymbol { IsRequired: true } or IFieldSymbol { IsRequired: true })
        && !type.InstanceConstructors.Any(constructor => constructor.Parameters.Length == 0 && SetsRequiredMembers(constructor));

    /// <summary>Describes a dictionary with arbitrary keys and values, which is read with string keys.</summary>
    private TypeModel UntypedMap(INamedTypeSymbol type, string key, int? numbers)
    {
        var isCreatable = !type.IsAbstract && type.InstanceConstructors.Any(c => c.Parameters.Length == 0 && c.DeclaredAccessibility == Accessibility.Public);
        var create = type.TypeKind == TypeKind.Interface ? $"new {Generic}Dictionary<string, object>(open.Count)" : "";
        var policy = _options.KeyPolicy.Length == 0 ? "null" : "global::System.Text.Json.JsonNamingPolicy." + _options.KeyPolicy;
        var pairs = $"{SourceEmitter.Pairs}(value, {policy})";
        return new TypeModel
        {
            Key = key, Name = NameOf(type), Label = LabelOf(type), Kind = TypeKindModel.Map, IsValueType = type.IsValueType,
            MapKey = AddKey(compilation.GetSpecialType(SpecialType.System_String)), Element = Add(compilation.ObjectType, null, numbers),
            Collection = isCreatable ? Filled(type, pairs, "global::System.Collections.IDictionary", "[key] = item")
                : new(pairs, false, create, "((global::System.Collections.IDictionary)items)[key] = item"),
        };
    }

    /// <summary>Adds the type of a dictionary's keys. A converter of the options does not convert keys, unless it overrides the methods for property
    /// names.</summary>
    private string AddKey(ITypeSymbol key) =>
        OptionOf(key) is { } converter && Scalars.IsKey(NameOf(key)) && !OptionsReader.Overrides(converter, "ReadAsPropertyName") && !OptionsReader.Overrides(converter, "WriteAsPropertyName")
            ? AddPlain(key) : Add(key, null, 0);

    /// <summary>Adds a scalar type without the converter that the options specify for it.</summary>
    private string AddPlain(ITypeSymbol type) => AddOnce(NameOf(type), name => Create(type, name, null));

    private TypeModel Map(INamedTypeSymbol type, string key, ITypeSymbol mapKey, ITypeSymbol value, int? numbers)
    {
        var name = NameOf(type);
        var arguments = $"<{NameOf(mapKey)}, {NameOf(value)}>";
        var dictionary = $"new {Generic}Dictionary{arguments}(open.Count)";
        var definition = NameOf(type.OriginalDefinition);
        var isCreatable = !type.IsAbstract && type.InstanceConstructors.Any(c => c.Parameters.Length == 0 && c.DeclaredAccessibility == Accessibility.Public);
        const string set = "items[key] = item";
        var pairs = $"(({Generic}IEnumerable<{Generic}KeyValuePair{arguments}>)value!)";
        CollectionModel collection = definition.Substring(0, Math.Max(definition.IndexOf('<'), 0)) switch
        {
            Generic + "Dictionary" or Generic + "IDictionary" or Generic + "IReadOnlyDictionary" => new("value", false, dictionary, set),
            Immutable + "ImmutableDictionary" or Immutable + "IImmutableDictionary" =>
                new("value", false, dictionary, set, $"{Immutable}ImmutableDictionary.CreateRange(items)"),
            Immutable + "ImmutableSortedDictionary" => new("value", false, dictionary, set, $"{Immutable}ImmutableSortedDictionary.CreateRange(items)"),
            ObjectModel + "ReadOnlyDictionary" => new("value", false, dictionary, set, $"new {name}(items)"),
            Frozen + "FrozenDictionary" => new("value", false, dictionary, set, Frozen + "FrozenDictionary.ToFrozenDictionary(items)"),
            _ when isCreatable && Interface(type, "System.Collections.Generic.IDictionary<TKey, TValue>") is not null =>
                Filled(type, pairs, $"{Generic}IDictionary{arguments}", "[key] = item"),
            _ => new(pairs, false, "", ""),
        };
        var added = AddKey(mapKey);
        if (_types[added] is not { Kind: TypeKindModel.Enum or TypeKindModel.EnumNames } && !(_types[added] is { Kind: TypeKindModel.Scalar } && Scalars.IsKey(NameOf(mapKey))))
        {
            Report(Generators.Diagnostics.KeyIsUnsupported, name, NameOf(mapKey));
        }

        return new TypeModel
        {
            Key = key, Name = name, Label = LabelOf(type), Kind = TypeKindModel.Map, IsValueType = type.IsValueType,
            MapKey = added, Element = Add(value, null, numbers), Collection = collection,
        };
    }
}
