using System.Globalization;

namespace Blittable.Reading;

/// <summary>JSON Pointers of RFC 6901.</summary>
internal static class JsonPointer
{
    /// <summary>Whether a text is a pointer: empty, or tokens after slashes in which each tilde is escaped.</summary>
    public static bool IsValid(string pointer)
    {
        if (pointer.Length > 0 && pointer[0] != '/')
        {
            return false;
        }

        for (var at = pointer.IndexOf('~', StringComparison.Ordinal); at >= 0; at = pointer.IndexOf('~', at + 1))
        {
            if (at + 1 == pointer.Length || pointer[at + 1] is not ('0' or '1'))
            {
                return false;
            }
        }

        return PathCursor.HasWholePairs(pointer);
    }

    /// <summary>Finds the steps of a valid pointer, which the containers on its way decide: <c>/0</c> is an element or a property.</summary>
    /// <param name="pointer">The pointer.</param>
    /// <param name="root">The value that it starts from.</param>
    /// <param name="isNew">Whether the last step may lead to no value yet; <c>-</c> is then the place after the last element.</param>
    /// <returns>Null where it leads nowhere.</returns>
    public static PathStep[]? Resolve(string pointer, BlittableValue root, bool isNew)
    {
        if (pointer.Length == 0)
        {
            return [];
        }

        var tokens = pointer[1..].Split('/');
        var steps = new PathStep[tokens.Length];
        var value = root;
        for (var i = 0; i < tokens.Length; i++)
        {
            var token = tokens[i].Replace("~1", "/", StringComparison.Ordinal).Replace("~0", "~", StringComparison.Ordinal);
            var isLastAndNew = isNew && i == tokens.Length - 1;
            switch (value.Kind)
            {
                case BlittableValueKind.Object:
                    steps[i] = PathStep.OfName(token);
                    break;
                case BlittableValueKind.Array when isLastAndNew && token == "-":
                    steps[i] = PathStep.OfIndex(value.Count);
                    break;
                case BlittableValueKind.Array when IsIndex(token, out var index) && (index < value.Count || (isLastAndNew && index == value.Count)):
                    steps[i] = PathStep.OfIndex(index);
                    break;
                default:
                    return null;
            }

            if (!isLastAndNew && !steps[i].TryFollow(value, out value))
            {
                return null;
            }
        }

        return steps;
    }

    /// <summary>Whether a token is an index: digits without a leading zero.</summary>
    private static bool IsIndex(string token, out int index) =>
        int.TryParse(token, NumberStyles.None, CultureInfo.InvariantCulture, out index) && (token.Length == 1 || token[0] != '0');
}
