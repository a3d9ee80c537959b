using Blittable.Generators.Serialization.Model;

namespace Blittable.Generators.Serialization;

/// <content>Emits code that reads objects: first the members required by the constructor or C#, then the other members that the document contains.</content>
internal sealed partial class SourceEmitter
{
    private void EmitReader(TypeModel type, ObjectModel model, List<MemberModel> members)
    {
        OpenRead(type);
        if (model.Polymorphism is { } polymorphism)
        {
            EmitDiscrimination(type, polymorphism);
        }

        _code.Line($"return {ReadMembers(type, model.Polymorphism)};");
        _code.Close();
        _code.Line();

        _code.Open($"private static {type.Name} Read_{Id(type)}_Members({Library}ObjectReader reader, scoped in global::Blittable.BlittableValue value{OthersParameter(model)})");
        EmitCustomCreation(type, model, members);
        if (model.NotCreatable.Length > 0)
        {
            // If documents specify the type to create, a document without a known type is invalid. Otherwise, reading such a type is a programming error.
            _code.Line(model.Polymorphism is { } kinds && kinds.Derived.Any(derived => derived.Discriminator.Length > 0)
                ? $"throw reader.Mismatch(value, {Quote($"an object whose property '{kinds.Property}' identifies a type derived from {type.Label}")});"
                : $"throw reader.NotCreatable(typeof({type.Name}), {Quote(model.NotCreatable)});");
            _code.Close();
            _code.Line();
            return;
        }

        EmitReadBody(type, model, members);
        _code.Close();
        _code.Line();
    }

    private void EmitReadBody(TypeModel type, ObjectModel model, List<MemberModel> members)
    {
        _code.Line($"var open = reader.OpenObject(value, S_{Id(type)});");
        var arguments = model.Parameters.Select(_ => "default!").ToArray();
        var initializers = new List<string>();
        for (var i = 0; i < members.Count; i++)
        {
            var member = members[i];
            if (!IsNeededFirst(model, member))
            {
                continue;
            }

            var memberType = Type(member.Type);
            _code.Line(IsUnnamed(memberType) ? $"var p{i} = {Library}AnonymousTypes.Default(static () => {Like(memberType)});"
                : $"{Nullable(memberType)} p{i} = {(member.Parameter >= 0 ? member.ParameterDefault : "default")};");
            _code.Open($"if ({IfRead(type, i)}open.Find({i}, out var v{i}))");
            EmitNullCheck(type, member, i);
            _code.Line($"p{i} = {ReadMember(type, member, i)};");
            _code.Close();
            EmitMissing(type, member, i, isNew: true, isAlone: false);
            if (member.Parameter >= 0)
            {
                arguments[member.Parameter] = Forgiving(memberType, $"p{i}");
            }

            if (member.IsRequiredByLanguage && !model.IsConstructorHidden)
            {
                initializers.Add($"{member.Identifier} = {Forgiving(memberType, $"p{i}")}");
            }
        }

        foreach (var ignored in model.Members.Where(member => member is { IsIgnored: true, Parameter: >= 0 }))
        {
            arguments[ignored.Parameter] = ignored.ParameterDefault;
        }

        var accessors = model.ConstructorAccessor is { } generic ? $"A_{Id(type)}<{generic.Arguments}>." : "";
        var create = type.IsAnonymous ? $"new {{ {string.Join(", ", members.Select(member => $"{member.Identifier} = {arguments[member.Parameter]}"))} }}"
            : model.IsConstructorHidden ? $"{accessors}New_{Id(type)}({string.Join(", ", arguments)})"
            : $"new {type.Name}({string.Join(", ", arguments)}){(initializers.Count > 0 ? $" {{ {string.Join(", ", initializers)} }}" : "")}";
        _code.Line($"{(type.IsAnonymous ? "var" : type.Name)} result = {create};");
        EmitCallback(type, "OnDeserializing", "Reader", "result");
        EmitSetters(type, model, members, "result", isNew: true);
        EmitCallback(type, "OnDeserialized", "Reader", "result");
        _code.Line("reader.Close();");
        _code.Line("return result;");
    }

    /// <summary>Determines whether the reader of a type visits the properties that no member has.</summary>
    private static bool SeesOthers(ObjectModel model) =>
        model.RefusesUnmapped || model.Members.Any(member => member.IsExtensionData && member.Setter != MemberSetter.None);

    private static string OthersParameter(ObjectModel model) => SeesOthers(model) ? ", scoped global::System.ReadOnlySpan<byte> discriminator" : "";

    /// <summary>Returns the name of the property that selected the type to create, which is not data.</summary>
    private static string Discriminator(PolymorphismModel? polymorphism) =>
        polymorphism is not null && polymorphism.Derived.Any(derived => derived.Discriminator.Length > 0) ? Quote(polymorphism.Property) + "u8" : "default";

    /// <summary>Returns the expression that reads the members of a type.</summary>
    private string ReadMembers(TypeModel type, PolymorphismModel? polymorphism) =>
        $"Read_{Id(type)}_Members(reader, value{(SeesOthers(type.Object!) ? ", " + Discriminator(polymorphism) : "")})";

    /// <summary>Returns the statement that reads the members of a type into an existing object: the value of a member, which must have all required properties,
    /// or the object of a caller, which keeps what it has.</summary>
    private string Fill(TypeModel type, PolymorphismModel? polymorphism, string value, string target, bool isMember) =>
        $"Fill_{Id(type)}(reader, {value}, ref {target}{(SeesOthers(type.Object!) ? ", " + Discriminator(polymorphism) : "")}{(HasRequired(type.Object!) ? ", isMember: " + (isMember ? "true" : "false") : "")});";

    private static bool HasRequired(ObjectModel model) => model.Members.Any(member => member.IsRequired && IsInShape(member));

    private static bool IsNeededFirst(ObjectModel model, MemberModel member) =>
        member.Parameter >= 0 || (member.IsRequiredByLanguage && !model.IsConstructorHidden);

    /// <summary>Determines whether values of a type are read from null, as by a converter and as a document that contains null.</summary>
    private static bool ReadsNull(TypeModel type) => type.Kind == TypeKindModel.Json || type.Name == "global::System.Text.Json.JsonDocument";

    private void EmitNullCheck(TypeModel type, MemberModel member, int place)
    {
        if (member.RefusesNullRead && !ReadsNull(Type(member.Type)))
        {
            _code.Line($"reader.RequireNotNull(v{place}, S_{Id(type)}, {place});");
        }
    }

    /// <summary>Returns the expression that reads a member. A converter can read null as a value, and a value as null.</summary>
    private string ReadMember(TypeModel type, MemberModel member, int place)
    {
        var read = Read(Type(member.Type), "v" + place);
        return member.RefusesNullRead && ReadsNull(Type(member.Type)) ? $"reader.NotNull({read}, v{place}, S_{Id(type)}, {place})" : read;
    }

    private void EmitFill(TypeModel type, ObjectModel model, List<MemberModel> members)
    {
        _code.Open($"private static void Fill_{Id(type)}({Library}ObjectReader reader, scoped in global::Blittable.BlittableValue value, ref {type.Name} result{OthersParameter(model)}{(HasRequired(model) ? ", bool isMember" : "")})");
        _code.Line($"var open = reader.OpenObject(value, S_{Id(type)});");
        EmitCallback(type, "OnDeserializing", "Reader", "result");
        EmitSetters(type, model, members, "result", isNew: false);
        EmitCallback(type, "OnDeserialized", "Reader", "result");
        _code.Line("reader.Close();");
        _code.Close();
        _code.Line();
    }

    /// <summary>Emits the setters of the members that a new object has not received yet, or of all assignable members of an existing object.</summary>
    private void EmitSetters(TypeModel type, ObjectModel model, List<MemberModel> members, string target, bool isNew)
    {
        for (var i = 0; i < members.Count; i++)
        {
            var member = members[i];
            var memberType = Type(member.Type);
            var populated = memberType.Kind == TypeKindModel.Nullable ? Type(memberType.Element) : memberType;
            var isStruct = populated is { Kind: TypeKindModel.Object, IsValueType: true } && member is { IsPopulated: true, Setter: not MemberSetter.None };
            var isPopulated = member.IsPopulated && member.Parameter < 0 && !(isNew && IsNeededFirst(model, member)) && (CanFill(memberType) || memberType is { Kind: TypeKindModel.Object, IsValueType: false });
            var isSet = isNew ? !IsNeededFirst(model, member) && member.Setter != MemberSetter.None : member.Setter != MemberSetter.None;
            if (!isSet && !isPopulated)
            {
                if (!isNew)
                {
                    EmitMissing(type, member, i, isNew, isAlone: true);
                }

                continue;
            }

            // Each duplicate of a property adds to a member that is populated. For other members, only the last one matters.
            var isRepeated = isPopulated || (isStruct && isSet);
            if (isRepeated)
            {
                _code.Line($"var next{i} = 0;");
            }

            _code.Open(isRepeated ? $"while ({IfRead(type, i)}open.FindNext({i}, ref next{i}, out var v{i}))" : $"if ({IfRead(type, i)}open.Find({i}, out var v{i}))");
            EmitNullCheck(type, member, i);
            if (isStruct && isSet)
            {
                var there = Local("there");
                if (memberType.Kind != TypeKindModel.Nullable)
                {
                    _code.Line($"var {there} = {Get(type, member, target)};");
                    _code.Line(Fill(populated, populated.Object!.Polymorphism, "v" + i, there + "!", isMember: true));
                    _code.Line(Set(type, member, target, there));
                }
                else
                {
                    _code.Open($"if ({Get(type, member, target)} is {{ }} {there} && !reader.IsNull(v{i}))");
                    _code.Line(Fill(populated, populated.Object!.Polymorphism, "v" + i, there + "!", isMember: true));
                    _code.Line(Set(type, member, target, there));
                    _code.Close();
                    _code.Open("else");
                    _code.Line(Set(type, member, target, Forgiving(memberType, Read(memberType, "v" + i))));
                    _code.Close();
                }
            }
            else if (isPopulated)
            {
                EmitPopulatedMember(type, member, i, target, isSet);
            }
            else
            {
                _code.Line(Set(type, member, target, Forgiving(memberType, ReadMember(type, member, i))));
            }

            _code.Close();
            EmitMissing(type, member, i, isNew, isAlone: isRepeated);
        }

        if (model.Members.FirstOrDefault(member => member.IsExtensionData) is { } extension && extension.Setter is MemberSetter.Assignment or MemberSetter.Accessor)
        {
            var other = Type(extension.Type);
            if (_options.RefusesDuplicates)
            {
                _code.Line("reader.RequireDifferentNames(value);");
            }

            _code.Line("var next = 0;");
            _code.Open("while (open.NextOther(ref next, out var name, out var child))");
            SkipDiscriminator();
            _code.Line($"var others = {Get(type, extension, target)};");
            _code.Open("if (others is null)");
            _code.Line($"others = {(other.Kind == TypeKindModel.Map ? other.Collection!.Create : NewNode())}!;");
            _code.Line(Set(type, extension, target, "others!"));
            _code.Close();
            _code.Line($"{(other.Kind == TypeKindModel.Map ? other.Collection!.Add.Substring(0, other.Collection.Add.IndexOf("[key]", StringComparison.Ordinal)).Replace("items", "others") : "others")}[reader.ReadName(name)] = {(other.Kind == TypeKindModel.Map ? Forgiving(Type(other.Element), Read(Type(other.Element), "child")) : ReadNode("child"))};");
            _code.Close();
        }
        else if (model.RefusesUnmapped)
        {
            _code.Line("var next = 0;");
            _code.Open("while (open.NextOther(ref next, out var name, out var child))");
            SkipDiscriminator();
            _code.Line($"throw reader.Unmapped(value, S_{Id(type)}, name);");
            _code.Close();
        }

        void SkipDiscriminator()
        {
            _code.Open("if (!discriminator.IsEmpty && global::System.MemoryExtensions.SequenceEqual(name, discriminator))");
            _code.Line("continue;");
            _code.Close();
        }
    }

    /// <summary>Emits the statements that populate the object or collection that a member holds.</summary>
    private void EmitPopulatedMember(TypeModel type, MemberModel member, int place, string target, bool isSet)
    {
        var memberType = Type(member.Type);
        var there = Local("there");
        var fill = memberType.Object is { } filled ? Fill(memberType, filled.Polymorphism, "v" + place, there + "!", isMember: true) : $"Fill_{Id(memberType)}(reader, v{place}, {there}!);";
        // A discriminator creates an object of another type than the existing one.
        var discriminator = Discriminator(memberType.Object?.Polymorphism);
        var replaces = $"reader.IsNull(v{place}){(discriminator == "default" ? "" : $" || v{place}.TryGetProperty({discriminator}, out _)")}";
        var refuse = $"throw reader.Mismatch(v{place}, {Quote($"a value to add to '{Plain(member)}', which has no setter")});";
        if (isSet)
        {
            _code.Open($"if ({Get(type, member, target)} is {{ }} {there} && !({replaces}))");
            _code.Line(fill);
            _code.Close();
            _code.Open("else");
            _code.Line(Set(type, member, target, Forgiving(memberType, Read(memberType, "v" + place))));
            _code.Close();
            return;
        }

        // A value for a member that holds nothing and has no setter is only checked.
        _code.Open($"if ({Get(type, member, target)} is not {{ }} {there})");
        _code.Open($"if (reader.IsNull(v{place}))");
        _code.Line(refuse);
        _code.Close();
        _code.Line();
        _code.Line($"_ = {Read(memberType, "v" + place)};");
        _code.Close();
        _code.Open($"else if ({replaces})");
        _code.Line(refuse);
        _code.Close();
        _code.Open("else");
        _code.Line(fill);
        _code.Close();
    }

    /// <summary>Returns the expression that creates a node for extension data.</summary>
    private string NewNode()
    {
        const string space = "global::System.Text.Json.Nodes.";
        return $"new {space}JsonObject({(_options.IgnoresCase ? $"new {space}JsonNodeOptions {{ PropertyNameCaseInsensitive = true }}" : "")})";
    }

    /// <summary>Emits the check of a required member.</summary>
    /// <param name="type">The type.</param>
    /// <param name="member">The member.</param>
    /// <param name="place">The index of the member.</param>
    /// <param name="isNew">Whether a new object is read. Only a caller may omit required properties of an existing object.</param>
    /// <param name="isAlone">Whether the check does not follow a condition that is true if the property exists.</param>
    private void EmitMissing(TypeModel type, MemberModel member, int place, bool isNew, bool isAlone)
    {
        if (member.IsRequired)
        {
            string[] conditions = [isNew ? "" : "isMember", isAlone ? $"!open.Find({place}, out _)" : "", IsCustomized(type) ? $"{Library}ObjectContracts.Reads(K_{Id(type)}, {place})" : ""];
            var condition = string.Join(" && ", conditions.Where(part => part.Length > 0));
            _code.Open(isAlone ? $"if ({condition})" : condition.Length == 0 ? "else" : $"else if ({condition})");
            _code.Line($"reader.ThrowMissing(value, S_{Id(type)}, {place});");
            _code.Close();
        }
    }

    private static string Quote(string text) => Microsoft.CodeAnalysis.CSharp.SymbolDisplay.FormatLiteral(text, quote: true);
}
