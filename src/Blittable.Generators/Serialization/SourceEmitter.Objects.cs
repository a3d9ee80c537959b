using Blittable.Generators.Serialization.Model;

namespace Blittable.Generators.Serialization;

/// <content>Emits code for objects: a shape, methods that write, read and fill the object, and the dispatch to derived types.</content>
internal sealed partial class SourceEmitter
{
    /// <summary>The number of properties with a bit that indicates their presence.</summary>
    private const int MaxBits = 64;

    private static List<MemberModel> InShape(ObjectModel model) => [.. model.Members.Where(IsInShape)];

    private static bool IsInShape(MemberModel member) =>
        member is { IsIgnored: false, IsExtensionData: false } && (member.IsWritten || member.Setter != MemberSetter.None || member.Parameter >= 0);

    /// <summary>Returns the names of members that are neither written nor read, as literals. Their properties are not extension data, and not
    /// unknown.</summary>
    private static string Skipped(ObjectModel model) =>
        string.Join(", ", model.Members.Where(member => !member.IsExtensionData && !IsInShape(member)).Select(member => Quote(member.PlainJsonName)).Distinct());

    private void EmitObject(TypeModel type)
    {
        var model = type.Object!;
        var members = InShape(model);
        EmitShape(type, "S_" + Id(type), members, "", SeesOthers(model) ? Skipped(model) : "");
        foreach (var member in model.Members.Where(member => !member.IsIgnored))
        {
            EmitAccessors(type, member);
        }

        EmitConstructorAccessor(type, model);
        EmitContract(type, members);
        OpenWrite(type);
        if (model.Polymorphism is { } polymorphism)
        {
            EmitDispatch(type, polymorphism);
        }
        else
        {
            _code.Line($"Write_{Id(type)}_Members(writer, value);");
        }

        _code.Close();
        _code.Line();
        EmitWriteMembers(type, members, $"Write_{Id(type)}_Members", "S_" + Id(type), "");
        if (model.Polymorphism is { } derived)
        {
            EmitDerivedWriters(type, derived);
            EmitDiscriminatorName(type, derived);
        }

        EmitReader(type, model, members);
        EmitFill(type, model, members);
    }

    private void EmitShape(TypeModel type, string name, List<MemberModel> members, string first, string skipped)
    {
        var names = members.Select(member => member.JsonName);
        names = first.Length == 0 ? names : names.Prepend(first);
        var initializers = new List<string>();
        if (_options.RefusesDuplicates)
        {
            initializers.Add("RefusesDuplicates = true");
            var writeOnly = Enumerable.Range(0, members.Count).Where(i => members[i] is { Setter: MemberSetter.None, Parameter: < 0, IsPopulated: false }).ToList();
            if (first.Length == 0 && type.Object!.Parameters.Count == 0 && writeOnly.Count > 0)
            {
                // System.Text.Json checks these properties only if a constructor has parameters.
                initializers.Add($"WriteOnly = [{string.Join(", ", writeOnly)}]");
            }
        }

        if (skipped.Length > 0)
        {
            initializers.Add($"Skipped = [{skipped}]");
        }

        _code.Line($"private static readonly {Library}ObjectShape {name} = new(\"{type.Label}\", {(_options.IgnoresCase ? "true" : "false")}{string.Concat(names.Select(text => ", " + text))}){(initializers.Count > 0 ? $" {{ {string.Join(", ", initializers)} }}" : "")};");
        _code.Line();
    }

    private void EmitWriteMembers(TypeModel type, List<MemberModel> members, string method, string shape, string discriminator)
    {
        _code.Open($"private static void {method}({Library}ObjectWriter writer, {type.Name} value)");
        EmitWriteBody(type, members, shape, discriminator);
        _code.Close();
        _code.Line();
    }

    private void EmitWriteBody(TypeModel type, List<MemberModel> members, string shape, string discriminator)
    {
        var first = discriminator.Length == 0 ? 0 : 1;
        EmitCallback(type, "OnSerializing", "Writer", "value");
        var isDynamic = members.Skip(MaxBits - first).Any(member => !member.IsWritten || IsConditional(type, member));
        if (isDynamic)
        {
            _code.Line($"var open = writer.BeginObject({shape});");
        }
        else
        {
            var always = 0UL;
            for (var i = 0; i < Math.Min(members.Count + first, MaxBits); i++)
            {
                always |= i < first || (members[i - first].IsWritten && !IsConditional(type, members[i - first])) ? 1UL << i : 0;
            }

            _code.Line($"var present = {always}UL;");
            for (var i = 0; i < Math.Min(members.Count, MaxBits - first); i++)
            {
                if (members[i].IsWritten && IsConditional(type, members[i]))
                {
                    _code.Line($"var c{i} = {Get(type, members[i], "value")};");
                    _code.Line($"present |= {Presence(type, members[i], i)} ? {1UL << (i + first)}UL : 0;");
                }
            }

            _code.Line($"var open = writer.BeginObject({shape}, present);");
        }

        if (discriminator.Length > 0)
        {
            _code.Line("writer.Property(open, 0);");
            _code.Line($"writer.Write({discriminator});");
        }

        for (var i = 0; i < members.Count; i++)
        {
            var member = members[i];
            if (!member.IsWritten)
            {
                continue;
            }

            var isConditional = IsConditional(type, member);
            if (isConditional && isDynamic)
            {
                _code.Line($"var c{i} = {Get(type, member, "value")};");
            }

            if (isConditional)
            {
                _code.Open(isDynamic ? $"if ({Presence(type, member, i)})" : $"if ((present & {1UL << (i + first)}UL) != 0)");
            }

            _code.Line($"writer.Property(open, {i + first});");
            // The getter of a conditional member is called once, because it may return another value the next time.
            var value = isConditional ? "c" + i : Get(type, member, "value");
            EmitWrite(Type(member.Type), Forgiving(Type(member.Type), member.RefusesNull ? $"{Library}ObjectWriter.NotNull({value}, {shape}, {i + first})" : value));
            if (isConditional)
            {
                _code.Close();
            }
        }

        if (type.Object!.Members.FirstOrDefault(member => member.IsExtensionData) is { } extension)
        {
            var other = Type(extension.Type);
            _code.Open($"if ({Get(type, extension, "value")} is {{ }} others)");
            _code.Open($"foreach (var pair in {(other.Kind == TypeKindModel.Map ? other.Collection!.Source.Replace("value", "others") : "others")})");
            _code.Line("writer.Property(pair.Key);");
            EmitWrite(other.Kind == TypeKindModel.Map ? Type(other.Element) : other with { Name = "global::System.Text.Json.Nodes.JsonNode" }, "pair.Value");
            _code.Close();
            _code.Close();
        }

        _code.Line("writer.EndObject();");
        EmitCallback(type, "OnSerialized", "Writer", "value");
    }

    private void EmitCallback(TypeModel type, string callback, string of, string value)
    {
        if (type.Object!.Callbacks.Contains(callback))
        {
            _code.Line($"{Library}Object{of}.{callback}(ref {value});");
        }

        if (IsCustomized(type))
        {
            _code.Line($"K_{Id(type)}.{callback}?.Invoke({value});");
        }
    }

    /// <summary>Determines whether the value of a member, or a contract, decides whether the member is written.</summary>
    private static bool IsConditional(TypeModel type, MemberModel member) => member.Condition != MemberCondition.Always || IsCustomized(type);

    /// <summary>Returns the expression that decides whether a member is written, whose value is in a local.</summary>
    private string Presence(TypeModel type, MemberModel member, int place)
    {
        var presence = member.Condition == MemberCondition.Always ? "true" : Presence(member, "c" + place);
        return IsCustomized(type) ? $"{Library}ObjectContracts.Writes(K_{Id(type)}, {place}, value, {presence})" : presence;
    }

    private string Presence(MemberModel member, string value)
    {
        var model = Type(member.Type);
        // A converter can handle a nullable value type as a whole.
        return !model.IsValueType || model.Name.EndsWith("?", StringComparison.Ordinal) ? $"{value} is not null"
            : member.Condition == MemberCondition.NotNull ? "true"
            : $"!global::System.Collections.Generic.EqualityComparer<{model.Name}>.Default.Equals({Forgiving(model, value)}, default)";
    }

    private string Get(TypeModel type, MemberModel member, string target) =>
        member.HidesGetter ? $"{Accessors(type, member)}Get_{Id(type)}_{Key(member)}({Target(type, target)})"
        : member.IsShadowed ? $"(({member.DeclaringType}){target}).{member.Identifier}" : $"{target}.{member.Identifier}";

    private string Set(TypeModel type, MemberModel member, string target, string value) =>
        member.Setter != MemberSetter.Accessor
            ? member.IsShadowed ? $"(({member.DeclaringType}){target}).{member.Identifier} = {value};" : $"{target}.{member.Identifier} = {value};"
        : member.IsField ? $"{Accessors(type, member)}Get_{Id(type)}_{Key(member)}({Target(type, target)}) = {value};"
        : $"{Accessors(type, member)}Set_{Id(type)}_{Key(member)}({Target(type, target)}, {value});";

    /// <summary>Returns the first argument of an accessor. The annotations of a generic base type can differ from those of the accessor.</summary>
    private static string Target(TypeModel type, string target) => type.IsValueType ? "ref " + target : target + "!";

    private static string Key(MemberModel member) => Plain(member) + member.Suffix;

    private static string Plain(MemberModel member) => member.Identifier.TrimStart('@');

    /// <summary>Returns the class that declares the accessors for a member of a generic type, with a trailing dot; an empty string for other types.</summary>
    private string Accessors(TypeModel type, MemberModel member) =>
        member.Accessor is { } accessor ? $"A_{Id(type)}_{Key(member)}<{accessor.Arguments}>." : "";

    private void EmitAccessors(TypeModel type, MemberModel member)
    {
        if (!member.HidesGetter && member.Setter != MemberSetter.Accessor)
        {
            return;
        }

        const string accessor = "[global::System.Runtime.CompilerServices.UnsafeAccessor(global::System.Runtime.CompilerServices.UnsafeAccessorKind.";
        var target = $"{(type.IsValueType ? "ref " : "")}{member.Accessor?.Target ?? member.DeclaringType} target";
        var (name, memberType) = ($"{Id(type)}_{Key(member)}", member.Accessor?.Types[0] ?? Type(member.Type).Name);
        if (member.Accessor is { } generic)
        {
            _code.Open($"private static class A_{name}<{generic.Parameters}>{generic.Constraints}");
        }

        if (member.IsField)
        {
            _code.Line($"{accessor}Field, Name = \"{Plain(member)}\")]");
            _code.Line($"public static extern ref {memberType} Get_{name}({target});");
        }

        if (member is { IsField: false, HidesGetter: true })
        {
            _code.Line($"{accessor}Method, Name = \"get_{Plain(member)}\")]");
            _code.Line($"public static extern {memberType} Get_{name}({target});");
        }

        if (member is { IsField: false, Setter: MemberSetter.Accessor })
        {
            _code.Line($"{accessor}Method, Name = \"set_{Plain(member)}\")]");
            _code.Line($"public static extern void Set_{name}({target}, {memberType} value);");
        }

        if (member.Accessor is not null)
        {
            _code.Close();
        }

        _code.Line();
    }

    private void EmitConstructorAccessor(TypeModel type, ObjectModel model)
    {
        if (!model.IsConstructorHidden)
        {
            return;
        }

        if (model.ConstructorAccessor is { } generic)
        {
            _code.Open($"private static class A_{Id(type)}<{generic.Parameters}>{generic.Constraints}");
        }

        var parameters = (model.ConstructorAccessor?.Types ?? model.Parameters).Select((parameter, i) => $"{parameter} p{i}");
        _code.Line("[global::System.Runtime.CompilerServices.UnsafeAccessor(global::System.Runtime.CompilerServices.UnsafeAccessorKind.Constructor)]");
        _code.Line($"public static extern {model.ConstructorAccessor?.Target ?? type.Name} New_{Id(type)}({string.Join(", ", parameters)});");
        if (model.ConstructorAccessor is not null)
        {
            _code.Close();
        }

        _code.Line();
    }
}
