using Blittable.Generators.Serialization.Model;

namespace Blittable.Generators.Serialization;

/// <content>Objects: a shape, a method that writes it, methods that read and fill it, and one that tells derived types apart.</content>
internal sealed partial class SourceEmitter
{
    /// <summary>So many properties have a bit that says whether they are there.</summary>
    private const int MaxBits = 64;

    private static List<MemberModel> InShape(ObjectModel model) =>
        [.. model.Members.Where(member => member is { IsIgnored: false, IsExtensionData: false } && (member.IsWritten || member.Setter != MemberSetter.None || member.Parameter >= 0))];

    private void EmitObject(TypeModel type)
    {
        var model = type.Object!;
        var members = InShape(model);
        EmitShape(type, "S_" + Id(type), members, "");
        foreach (var member in model.Members.Where(member => !member.IsIgnored))
        {
            EmitAccessors(type, member);
        }

        EmitConstructorAccessor(type, model);
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
        }

        EmitReader(type, model, members);
        EmitFill(type, model, members);
    }

    private void EmitShape(TypeModel type, string name, List<MemberModel> members, string first)
    {
        var names = members.Select(member => member.JsonName);
        names = first.Length == 0 ? names : names.Prepend(first);
        _code.Line($"private static readonly {Library}ObjectShape {name} = new(\"{type.Label}\", {(_options.IgnoresCase ? "true" : "false")}{string.Concat(names.Select(text => ", " + text))});");
        _code.Line();
    }

    private void EmitWriteMembers(TypeModel type, List<MemberModel> members, string method, string shape, string discriminator)
    {
        var first = discriminator.Length == 0 ? 0 : 1;
        _code.Open($"private static void {method}({Library}ObjectWriter writer, {type.Name} value)");
        var isDynamic = members.Skip(MaxBits - first).Any(member => !member.IsWritten || member.Condition != MemberCondition.Always);
        if (isDynamic)
        {
            _code.Line($"var open = writer.BeginObject({shape});");
        }
        else
        {
            var always = 0UL;
            for (var i = 0; i < Math.Min(members.Count + first, MaxBits); i++)
            {
                always |= i < first || (members[i - first].IsWritten && members[i - first].Condition == MemberCondition.Always) ? 1UL << i : 0;
            }

            _code.Line($"var present = {always}UL;");
            for (var i = 0; i < Math.Min(members.Count, MaxBits - first); i++)
            {
                if (members[i].IsWritten && members[i].Condition != MemberCondition.Always)
                {
                    _code.Line($"present |= {Presence(type, members[i])} ? {1UL << (i + first)}UL : 0;");
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

            var isConditional = member.Condition != MemberCondition.Always;
            if (isConditional)
            {
                _code.Open(isDynamic ? $"if ({Presence(type, member)})" : $"if ((present & {1UL << (i + first)}UL) != 0)");
            }

            _code.Line($"writer.Property(open, {i + first});");
            EmitWrite(Type(member.Type), Get(type, member, "value"));
            if (isConditional)
            {
                _code.Close();
            }
        }

        if (type.Object!.Members.FirstOrDefault(member => member.IsExtensionData) is { } extension)
        {
            var other = Type(extension.Type);
            _code.Open($"if ({Get(type, extension, "value")} is {{ }} others)");
            _code.Open("foreach (var pair in others)");
            _code.Line("writer.Property(pair.Key);");
            EmitWrite(other.Kind == TypeKindModel.Map ? Type(other.Element) : other with { Name = "global::System.Text.Json.Nodes.JsonNode" }, "pair.Value");
            _code.Close();
            _code.Close();
        }

        _code.Line("writer.EndObject();");
        _code.Close();
        _code.Line();
    }

    private string Presence(TypeModel type, MemberModel member)
    {
        var value = Get(type, member, "value");
        var model = Type(member.Type);
        return !model.IsValueType || model.Kind == TypeKindModel.Nullable ? $"{value} is not null"
            : member.Condition == MemberCondition.NotNull ? "true"
            : $"!global::System.Collections.Generic.EqualityComparer<{model.Name}>.Default.Equals({value}, default)";
    }

    private string Get(TypeModel type, MemberModel member, string target) =>
        member.HidesGetter ? $"Get_{Id(type)}_{Plain(member)}({(type.IsValueType ? "ref " : "")}{target})" : $"{target}.{member.Identifier}";

    private string Set(TypeModel type, MemberModel member, string target, string value) =>
        member.Setter != MemberSetter.Accessor ? $"{target}.{member.Identifier} = {value};"
        : member.IsField ? $"Get_{Id(type)}_{Plain(member)}({(type.IsValueType ? "ref " : "")}{target}) = {value};"
        : $"Set_{Id(type)}_{Plain(member)}({(type.IsValueType ? "ref " : "")}{target}, {value});";

    private static string Plain(MemberModel member) => member.Identifier.TrimStart('@');

    private void EmitAccessors(TypeModel type, MemberModel member)
    {
        const string accessor = "[global::System.Runtime.CompilerServices.UnsafeAccessor(global::System.Runtime.CompilerServices.UnsafeAccessorKind.";
        var target = $"{(type.IsValueType ? "ref " : "")}{member.DeclaringType} target";
        var (name, memberType) = ($"{Id(type)}_{Plain(member)}", Type(member.Type).Name);
        if (member.IsField && (member.HidesGetter || member.Setter == MemberSetter.Accessor))
        {
            _code.Line($"{accessor}Field, Name = \"{Plain(member)}\")]");
            _code.Line($"private static extern ref {memberType} Get_{name}({target});");
            _code.Line();
            return;
        }

        if (member.HidesGetter)
        {
            _code.Line($"{accessor}Method, Name = \"get_{Plain(member)}\")]");
            _code.Line($"private static extern {memberType} Get_{name}({target});");
            _code.Line();
        }

        if (member.Setter == MemberSetter.Accessor)
        {
            _code.Line($"{accessor}Method, Name = \"set_{Plain(member)}\")]");
            _code.Line($"private static extern void Set_{name}({target}, {memberType} value);");
            _code.Line();
        }
    }

    private void EmitConstructorAccessor(TypeModel type, ObjectModel model)
    {
        if (model.IsConstructorHidden)
        {
            _code.Line("[global::System.Runtime.CompilerServices.UnsafeAccessor(global::System.Runtime.CompilerServices.UnsafeAccessorKind.Constructor)]");
            _code.Line($"private static extern {type.Name} New_{Id(type)}({string.Join(", ", model.Parameters.Select((parameter, i) => $"{parameter} p{i}"))});");
            _code.Line();
        }
    }
}
