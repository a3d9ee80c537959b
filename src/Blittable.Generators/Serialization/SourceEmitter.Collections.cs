using Blittable.Generators.Serialization.Model;

namespace Blittable.Generators.Serialization;

/// <content>Emits code for arrays, lists, sets and dictionaries.</content>
internal sealed partial class SourceEmitter
{
    /// <summary>The method that returns the entries of a dictionary without type arguments, whose keys have their final texts.</summary>
    public const string Pairs = Library + "ObjectWriter.Pairs";

    private static readonly string[] FillableInterfaces = ["Generic.ICollection<", "Generic.IList<", "Generic.ISet<", "Generic.IDictionary<", "IList", "IDictionary"];

    /// <summary>Determines whether elements can be added to an existing collection.</summary>
    public static bool CanFill(TypeModel type) =>
        type is { Kind: TypeKindModel.Sequence or TypeKindModel.Map, IsValueType: false, Collection: { IsArray: false, Result: "items" } collection }
        && (collection.Create.StartsWith("new " + type.Name + "(", StringComparison.Ordinal) || collection.Create.EndsWith($"CreateInstance<{type.Name}>()", StringComparison.Ordinal)
            || FillableInterfaces.Any(name => name.EndsWith("<", StringComparison.Ordinal)
                ? type.Name.StartsWith("global::System.Collections." + name, StringComparison.Ordinal) : type.Name == "global::System.Collections." + name));

    /// <summary>Determines whether the source of a collection's enumeration can be a span.</summary>
    private static bool IsSpan(TypeModel type) =>
        type.Name.EndsWith("[]", StringComparison.Ordinal) || type.Collection!.Source is "value.Span" or "writer.Elements(value)" || type.Collection.Source.Contains("CollectionsMarshal");

    private void EmitSequence(TypeModel type)
    {
        var collection = type.Collection!;
        var element = Type(type.Element);
        OpenWrite(type);
        if (IsNumber(element) && IsSpan(type))
        {
            _code.Line($"writer.WriteArray({collection.Source});");
        }
        else
        {
            if (IsNumbers(element) && IsSpan(type))
            {
                _code.Open($"if (writer.TryWriteRows({collection.Source}!))");
                _code.Line("return;");
                _code.Close();
                _code.Line();
            }

            _code.Line("writer.BeginArray();");
            _code.Open($"foreach (var item in {collection.Source})");
            EmitWrite(element, "item");
            _code.Close();
            _code.Line("writer.EndArray();");
        }

        _code.Close();
        _code.Line();

        OpenRead(type);
        if (collection.Source == "value.Span")
        {
            _code.Open("if (reader.IsNull(value))");
            _code.Line("return default;");
            _code.Close();
            _code.Line();
        }

        if (!collection.IsArray && collection.Create.Length == 0)
        {
            _code.Line($"throw reader.NotCreatable(typeof({type.Name}), \"elements cannot be added to it\");");
            _code.Close();
            _code.Line();
            return;
        }

        if (BulkReader(type, element) is { Length: > 0 } bulk)
        {
            _code.Line($"var items = reader.{bulk}(value);");
            _code.Line($"return {collection.Result};");
            _code.Close();
            _code.Line();
            EmitFillSequence(type, collection, element);
            return;
        }

        _code.Line("var open = reader.OpenArray(value);");
        if (collection.IsArray)
        {
            _code.Line($"var items = open.NewArray<{element.Name}>();");
            _code.Open("for (var i = 0; i < items.Length && open.Next(out var child); i++)");
            _code.Line($"items[i] = {Forgiving(element, Read(element, "child"))};");
            _code.Close();
        }
        else
        {
            _code.Line($"var items = {collection.Create};");
            EmitAdding(collection, element);
        }

        _code.Line("reader.Close();");
        _code.Line($"return {collection.Result};");
        _code.Close();
        _code.Line();
        EmitFillSequence(type, collection, element);
    }

    private void EmitFillSequence(TypeModel type, CollectionModel collection, TypeModel element)
    {
        if (CanFill(type))
        {
            OpenFill(type);
            _code.Line("var open = reader.OpenArray(value);");
            EmitAdding(collection, element);
            _code.Line("reader.Close();");
            _code.Close();
            _code.Line();
        }
    }

    /// <summary>Returns the method that reads a whole array or list of numbers, or an array of arrays of numbers; an empty string if the type has no such method.</summary>
    private string BulkReader(TypeModel type, TypeModel element)
    {
        var isList = !type.Collection!.IsArray && type.Collection.Create.StartsWith("new global::System.Collections.Generic.List<", StringComparison.Ordinal);
        var isArray = type.Collection.IsArray;
        return IsNumber(element) && (isArray || isList) ? element.Reader + (isList ? "List" : "s")
            : isArray && IsNumbers(element) ? Type(element.Element).Reader + "Rows"
            : "";
    }

    /// <summary>Determines whether arrays of a type are read and written without a call for each number.</summary>
    private static bool IsNumber(TypeModel type) => type is { Kind: TypeKindModel.Scalar, Name: "double" or "float" or "long" or "int", NumberHandling: 0 };

    /// <summary>Determines whether a type is an array of such numbers.</summary>
    private bool IsNumbers(TypeModel type) =>
        type is { Kind: TypeKindModel.Sequence, Name: "double[]" or "float[]" or "long[]" or "int[]" } && IsNumber(Type(type.Element));

    private void EmitMap(TypeModel type)
    {
        var collection = type.Collection!;
        var (key, element) = (Type(type.MapKey), Type(type.Element));
        OpenWrite(type);
        _code.Line("writer.BeginObject();");
        _code.Open($"foreach (var pair in {collection.Source})");
        _code.Line(key.Kind is TypeKindModel.Enum or TypeKindModel.EnumNames ? $"writer.PropertyEnum({(_options.KeyPolicy.Length == 0 ? "E" : "K")}_{Id(key)}, {EnumBits(key, "pair.Key")});"
            : key.Name != "string" ? "writer.PropertyKey(pair.Key);"
            : _options.KeyPolicy.Length == 0 || collection.Source.StartsWith(Pairs, StringComparison.Ordinal) ? "writer.Property(pair.Key);"
            : $"writer.Property(global::System.Text.Json.JsonNamingPolicy.{_options.KeyPolicy}.ConvertName(pair.Key));");
        EmitWrite(element, "pair.Value");
        _code.Close();
        _code.Line("writer.EndObject();");
        _code.Close();
        _code.Line();

        OpenRead(type);
        if (collection.Create.Length == 0)
        {
            _code.Line($"throw reader.NotCreatable(typeof({type.Name}), \"elements cannot be added to it\");");
            _code.Close();
            _code.Line();
            return;
        }

        OpenMap();
        _code.Line($"var items = {collection.Create};");
        EmitSetting(collection, key, element);
        _code.Line("reader.Close();");
        _code.Line($"return {collection.Result};");
        _code.Close();
        _code.Line();
        if (CanFill(type))
        {
            OpenFill(type);
            OpenMap();
            EmitSetting(collection, key, element);
            _code.Line("reader.Close();");
            _code.Close();
            _code.Line();
        }
    }

    private void OpenMap()
    {
        if (_options.RefusesDuplicates)
        {
            _code.Line("reader.RequireDifferentNames(value);");
        }

        _code.Line("var open = reader.OpenMap(value);");
    }

    private void EmitAdding(CollectionModel collection, TypeModel element)
    {
        _code.Open("while (open.Next(out var child))");
        _code.Line($"var item = {Forgiving(element, Read(element, "child"))};");
        _code.Line(collection.Add + ";");
        _code.Close();
    }

    private void EmitSetting(CollectionModel collection, TypeModel key, TypeModel element)
    {
        _code.Open("while (open.Next(out var name, out var child))");
        _code.Line($"var key = {ReadKey(key)};");
        _code.Line($"var item = {Forgiving(element, Read(element, "child"))};");
        _code.Line(collection.Add + ";");
        _code.Close();
    }

    private string ReadKey(TypeModel key) => key.Name switch
    {
        "string" => "reader.ReadName(name)",
        "global::System.Uri" => "reader.ReadUriKey(name)",
        "global::System.Version" => "reader.ReadVersionKey(name)",
        _ when key.Kind is TypeKindModel.Enum or TypeKindModel.EnumNames => $"unchecked(({key.Name})reader.ReadEnumKey(E_{Id(key)}, name))",
        _ => $"reader.ReadKey<{key.Name}>(name)",
    };

    private void OpenWrite(TypeModel type)
    {
        _code.Open($"private static void Write_{Id(type)}({Library}ObjectWriter writer, {Nullable(type)} value)");
        if (!type.IsValueType)
        {
            _code.Open("if (value is null)");
            _code.Line("writer.WriteNull();");
            _code.Line("return;");
            _code.Close();
            _code.Line();
        }
    }

    private void OpenRead(TypeModel type)
    {
        _code.Open($"private static {Nullable(type)} Read_{Id(type)}({Library}ObjectReader reader, scoped in global::Blittable.BlittableValue value)");
        if (!type.IsValueType)
        {
            _code.Open("if (reader.IsNull(value))");
            _code.Line("return null;");
            _code.Close();
            _code.Line();
        }
    }

    private void OpenFill(TypeModel type) =>
        _code.Open($"private static void Fill_{Id(type)}({Library}ObjectReader reader, scoped in global::Blittable.BlittableValue value, {type.Name} items)");
}
