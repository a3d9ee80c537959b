using Blittable.Generators.Serialization.Model;

namespace Blittable.Generators.Serialization;

/// <content>Emits code for contracts, which customize a type at run time.</content>
internal sealed partial class SourceEmitter
{
    private static bool IsCustomized(TypeModel type) => type.Object!.Customizations.Count > 0;

    /// <summary>Emits the contract of a type, which is created when it is needed: a method of the user may fail, and other types must not.</summary>
    private void EmitContract(TypeModel type, List<MemberModel> members)
    {
        if (!IsCustomized(type))
        {
            return;
        }

        var contract = $"global::Blittable.BlittableContract<{type.Name}>";
        _code.Line($"private static {contract}? k_{Id(type)};");
        _code.Line();
        _code.Line($"private static {contract} K_{Id(type)} => k_{Id(type)} ??= {Library}ObjectContracts.Create<{type.Name}>([{string.Join(", ", members.Select(member => Quote(Plain(member))))}], {string.Join(", ", type.Object!.Customizations)});");
        _code.Line();
    }

    /// <summary>Returns the condition under which a member is read, as the left side of another condition.</summary>
    private string IfRead(TypeModel type, int place) => IsCustomized(type) ? $"{Library}ObjectContracts.Reads(K_{Id(type)}, {place}) && " : "";

    /// <summary>Emits the statements that read into an object that the contract creates.</summary>
    private void EmitCustomCreation(TypeModel type, ObjectModel model, List<MemberModel> members)
    {
        if (!IsCustomized(type))
        {
            return;
        }

        _code.Open($"if (K_{Id(type)}.CreateObject is {{ }} create)");
        if (members.Any(member => member.IsRequired))
        {
            _code.Line($"var required = reader.OpenObject(value, S_{Id(type)});");
            for (var i = 0; i < members.Count; i++)
            {
                if (members[i].IsRequired)
                {
                    _code.Open($"if ({IfRead(type, i)}!required.Find({i}, out _))");
                    _code.Line($"reader.ThrowMissing(value, S_{Id(type)}, {i});");
                    _code.Close();
                }
            }

            _code.Line("reader.Close();");
        }

        _code.Line("var made = create();");
        _code.Line($"Fill_{Id(type)}(reader, value, ref made{(SeesOthers(model) ? ", discriminator" : "")}{(HasRequired(model) ? ", isMember: false" : "")});");
        _code.Line("return made;");
        _code.Close();
        _code.Line();
    }
}
