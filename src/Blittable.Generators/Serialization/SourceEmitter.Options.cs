using Blittable.Generators.Serialization.Model;

namespace Blittable.Generators.Serialization;

/// <content>Emits the options that converters and nodes of System.Text.Json receive.</content>
internal sealed partial class SourceEmitter
{
    private void EmitOptions()
    {
        const string policy = "global::System.Text.Json.JsonNamingPolicy.", space = "global::System.Text.Json.Serialization.";
        var values = new List<string>();
        Add(_options.ConverterDepth > 0, $"MaxDepth = {_options.ConverterDepth}");
        Add(_options.NamingPolicy.Length > 0, $"PropertyNamingPolicy = {policy}{_options.NamingPolicy}");
        Add(_options.KeyPolicy.Length > 0, $"DictionaryKeyPolicy = {policy}{_options.KeyPolicy}");
        Add(_options.IgnoresCase, "PropertyNameCaseInsensitive = true");
        Add(_options.IncludesFields, "IncludeFields = true");
        Add(_options.IgnoresReadOnlyProperties, "IgnoreReadOnlyProperties = true");
        Add(_options.IgnoresReadOnlyFields, "IgnoreReadOnlyFields = true");
        Add(_options.RefusesUnmapped, $"UnmappedMemberHandling = {space}JsonUnmappedMemberHandling.Disallow");
        Add(_options.PopulatesMembers, $"PreferredObjectCreationHandling = {space}JsonObjectCreationHandling.Populate");
        Add(_options.Condition == MemberCondition.NotNull, $"DefaultIgnoreCondition = {space}JsonIgnoreCondition.WhenWritingNull");
        Add(_options.Condition == MemberCondition.NotDefault, $"DefaultIgnoreCondition = {space}JsonIgnoreCondition.WhenWritingDefault");
        Add(_options.NumberHandling != 0, $"NumberHandling = ({space}JsonNumberHandling){_options.NumberHandling}");
        Add(_options.RespectsNullable, "RespectNullableAnnotations = true");
        Add(_options.RespectsParameters, "RespectRequiredConstructorParameters = true");
        Add(_options.RefusesDuplicates, "AllowDuplicateProperties = false");
        Add(_options.ReadsNodes, $"UnknownTypeHandling = {space}JsonUnknownTypeHandling.JsonNode");
        var converters = _options.Converters.Select(converter => $"new {converter}()").ToList();
        if (_options.EnumsAsNames)
        {
            converters.Add($"new {space}JsonStringEnumConverter()");
        }

        Add(converters.Count > 0, $"Converters = {{ {string.Join(", ", converters)} }}");
        const string type = "global::System.Text.Json.JsonSerializerOptions";
        _code.Line($"private static {type}? s_json;");
        _code.Line();
        _code.Line("/// <summary>Gets the options that converters and nodes receive.</summary>");
        if (_options.EnumsAsNames)
        {
            _code.Line("[global::System.Diagnostics.CodeAnalysis.UnconditionalSuppressMessage(\"AOT\", \"IL3050\", Justification = \"Only converters and nodes that convert enums with these options require dynamic code.\")]");
        }

        _code.Line($"private static {type} Json => s_json ??= {Library}ObjectWriter.Completed(new {type} {{ {string.Join(", ", values)} }});");
        _code.Line();

        void Add(bool isSet, string value)
        {
            if (isSet)
            {
                values.Add(value);
            }
        }
    }
}
