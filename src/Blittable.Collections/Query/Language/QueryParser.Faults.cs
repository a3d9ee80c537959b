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
        !read.IsCondition ? read : throw At(read.Position, "This is a condition, but a value is expected here.");

    private QuerySyntax RequirePath(QuerySyntax read, string word) =>
        read.Kind == QuerySyntaxKind.Path ? read : throw At(read.Position, $"'{word}' requires a path, such as $.name, not {Describe(read)}.");

    private BlittableException NoCondition(QuerySyntax read) => At(
        read.Position,
        read.Kind == QuerySyntaxKind.Path ? $"A condition is expected, but this is only a path; write '{read} = true' or '{read} exists'."
        : read.Kind == QuerySyntaxKind.Column ? Stray(read.Text)
        : $"A condition is expected, such as $.price > 10, but this is {Describe(read)}.");

    private BlittableException Unexpected() => At(
        Current.Start,
        Current.Kind == QueryTokenKind.End ? "The query is incomplete; something is missing here."
        : Current.Kind == QueryTokenKind.Json ? "JSON is allowed only after 'contains'."
        : Current.Kind == QueryTokenKind.Word && !s_infixes.Any(Current.IsWord) && _next > 0 ? Stray(Current.Text)
        : $"Unexpected {Found()}.");

    /// <summary>Describes a word that is neither an operator nor quoted.</summary>
    private static string Stray(string word) =>
        NameSuggestion.For(word, s_infixes) is { } meant
            ? $"There is no operator '{word}'; did you mean '{meant}'?"
            : $"'{word}' is not an operator; write a string as \"{word}\", and a path as $.{word}.";

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
