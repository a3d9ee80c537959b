using Blittable.Collections.Query.Values;

namespace Blittable.Collections.Query.Language;

/// <content>Error messages with suggested corrections.</content>
internal sealed partial class QueryParser
{
    private void Expect(bool isThere, string expected)
    {
        if (!isThere)
        {
            throw At(Current.Start, $"Expected {expected}, found {Found()}.");
        }
    }

    private QuerySyntax RequireCondition(QuerySyntax read) => read.IsCondition ? read : throw NoCondition(read);

    private QuerySyntax RequireValue(QuerySyntax read) =>
        !read.IsCondition ? read : throw At(read.Position, "This is a condition, and a value is expected here.");

    private QuerySyntax RequirePath(QuerySyntax read, string word) =>
        read.Kind == QuerySyntaxKind.Path ? read : throw At(read.Position, $"'{word}' asks about a path, such as $.name, not about {Describe(read)}.");

    private BlittableException NoCondition(QuerySyntax read) => At(
        read.Position,
        read.Kind == QuerySyntaxKind.Path ? $"A condition is expected, and this is only a path; write '{read} = true' or '{read} exists'."
        : read.Kind == QuerySyntaxKind.Column ? Stray(read.Text)
        : $"A condition is expected, such as $.price > 10, and this is {Describe(read)}.");

    private BlittableException Unexpected() => At(
        Current.Start,
        Current.Kind == QueryTokenKind.End ? "The text ends here, and something is missing."
        : Current.Kind == QueryTokenKind.Json ? "JSON stands after 'contains' only."
        : Current.Kind == QueryTokenKind.Word && !s_infixes.Any(Current.IsWord) && _next > 0 ? Stray(Current.Text)
        : $"Did not expect {Found()} here.");

    /// <summary>Describes a word that is neither an operator nor quoted.</summary>
    private static string Stray(string word) =>
        NameSuggestion.For(word, s_infixes) is { } meant
            ? $"There is no operator '{word}'; did you mean '{meant}'?"
            : $"'{word}' is not an operator; a text is written \"{word}\", and a path $.{word}.";

    private string Found() => Current.Kind == QueryTokenKind.End ? "the end" : $"'{_text[Current.Start..Current.End]}'";

    private static string Describe(QuerySyntax read) => read.Kind switch
    {
        QuerySyntaxKind.Literal => $"the value {read}",
        QuerySyntaxKind.Column => $"the name '{read.Text}'",
        QuerySyntaxKind.Parameter => $"the parameter @{read.Text}",
        _ => $"the expression {read}",
    };

    private BlittableException At(int position, string message) => QueryFault.At(_text, position, message);
}
