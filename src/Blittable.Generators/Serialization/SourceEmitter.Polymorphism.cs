using Blittable.Generators.Serialization.Model;

namespace Blittable.Generators.Serialization;

/// <content>Emits code for polymorphic types. The type of an object determines how it is written, and a property of the document determines the type
/// created.</content>
internal sealed partial class SourceEmitter
{
    /// <summary>Emits the statements that choose the writing method by the run-time type of an object.</summary>
    private void EmitDispatch(TypeModel type, PolymorphismModel polymorphism)
    {
        _code.Line("var type = value.GetType();");
        for (var i = 0; i < polymorphism.Derived.Count; i++)
        {
            var derived = polymorphism.Derived[i];
            _code.Open($"if (type == typeof({derived.Name}))");
            _code.Line($"Write_{Id(type)}_{i}(writer, ({derived.Name})value);");
            _code.Line("return;");
            _code.Close();
            _code.Line();
        }

        var itself = polymorphism.Derived.Select(derived => derived.Name).ToList().IndexOf(type.Name);
        if (itself < 0)
        {
            _code.Open($"if (type == typeof({type.Name}))");
            _code.Line($"Write_{Id(type)}_Members(writer, value);");
            _code.Line("return;");
            _code.Close();
            _code.Line();
        }

        const int asBase = 1, asAncestor = 2;
        if (polymorphism.Unknown == asAncestor)
        {
            // If a type has several listed ancestors, IsNearest selects the nearest. A base interface is not among them, because every type implements it.
            var ancestors = Enumerable.Range(0, polymorphism.Derived.Count).Where(i => i != itself || !type.Object!.IsInterface).ToList();
            var listed = string.Join(", ", ancestors.Select(i => $"typeof({polymorphism.Derived[i].Name})"));
            foreach (var i in ancestors)
            {
                var name = polymorphism.Derived[i].Name;
                _code.Open($"if (value is {name} other{i} && {Library}ObjectWriter.IsNearest<{name}>(type, [{listed}]))");
                _code.Line($"Write_{Id(type)}_{i}(writer, other{i});");
                _code.Line("return;");
                _code.Close();
                _code.Line();
            }
        }

        // An object that is written as its base type has the discriminator of the base type.
        _code.Line(polymorphism.Unknown == asBase && itself >= 0 ? $"Write_{Id(type)}_{itself}(writer, value);"
            : polymorphism.Unknown is asBase or asAncestor ? $"Write_{Id(type)}_Members(writer, value);"
            : $"throw {Library}ObjectWriter.UnknownType(type, typeof({type.Name}));");
    }

    private void EmitDerivedWriters(TypeModel type, PolymorphismModel polymorphism)
    {
        for (var i = 0; i < polymorphism.Derived.Count; i++)
        {
            var derived = polymorphism.Derived[i];
            var model = Type(derived.Key);
            var method = $"Write_{Id(type)}_{i}";
            if (model.Object is null)
            {
                _code.Open($"private static void {method}({Library}ObjectWriter writer, {derived.Name} value)");
                EmitWrite(model, "value");
                _code.Close();
                _code.Line();
                continue;
            }

            var members = InShape(model.Object);
            var shape = $"S_{Id(type)}_{i}";
            if (derived.Discriminator.Length > 0)
            {
                EmitShape(model, shape, members, Quote(polymorphism.Property), skipped: "");
            }

            EmitWriteMembers(model, members, method, derived.Discriminator.Length > 0 ? shape : "S_" + Id(model), derived.Discriminator);
        }
    }

    private void EmitDiscriminatorName(TypeModel type, PolymorphismModel polymorphism)
    {
        _code.Line($"private static readonly global::Blittable.BlittableName D_{Id(type)} = new({Quote(polymorphism.Property)}u8);");
        _code.Line();
    }

    /// <summary>Emits the statements that choose the type by the discriminator.</summary>
    private void EmitDiscrimination(TypeModel type, PolymorphismModel polymorphism)
    {
        _code.Open($"if (reader.FindDiscriminator(value, D_{Id(type)}, out var discriminator))");
        foreach (var derived in polymorphism.Derived.Where(derived => derived.Discriminator.Length > 0))
        {
            OpenDiscriminator(derived);
            _code.Line($"return {ReadMembers(Type(derived.Key), polymorphism)};");
            _code.Close();
            _code.Line();
        }

        CloseDiscriminators(type, polymorphism);
    }

    /// <summary>Emits the statements that populate an object of the type that the discriminator specifies, or replace an object of another type.</summary>
    private void EmitPopulating(TypeModel type, PolymorphismModel polymorphism)
    {
        _code.Open($"if (reader.FindDiscriminator(value, D_{Id(type)}, out var discriminator))");
        foreach (var derived in polymorphism.Derived.Where(derived => derived.Discriminator.Length > 0))
        {
            var model = Type(derived.Key);
            OpenDiscriminator(derived);
            _code.Open($"if (target.GetType() == typeof({derived.Name}))");
            _code.Line($"var same = ({derived.Name})target;");
            _code.Line(Fill(model, polymorphism, "value", "same", isMember: false));
            _code.Line("target = same;");
            _code.Close();
            _code.Open("else");
            _code.Line($"target = {ReadMembers(model, polymorphism)};");
            _code.Close();
            _code.Line();
            _code.Line("return;");
            _code.Close();
            _code.Line();
        }

        CloseDiscriminators(type, polymorphism);
    }

    /// <summary>Opens the block for a value of the discriminator.</summary>
    private void OpenDiscriminator(DerivedModel derived)
    {
        var number = Local("number");
        _code.Open(derived.Discriminator[0] == '"'
            ? $"if (discriminator.Utf8Equals({derived.Discriminator}u8))"
            : $"if (discriminator.TryGetInt32(out var {number}) && {number} == {derived.Discriminator})");
    }

    private void CloseDiscriminators(TypeModel type, PolymorphismModel polymorphism)
    {
        if (!polymorphism.IgnoresUnknown)
        {
            _code.Line($"throw reader.Mismatch(discriminator, \"the discriminator of a type derived from {type.Label}\");");
        }

        _code.Close();
        _code.Line();
    }
}
