namespace Blittable.Fuzz.Targets;

/// <summary>Distinguishes errors of malformed documents from errors that valid documents also cause.</summary>
internal static class Structural
{
    public static bool Is(BlittableException exception) => exception.Code is not (BlittableErrorCode.WrongKind
        or BlittableErrorCode.NumberOutOfRange
        or BlittableErrorCode.NotFound
        or BlittableErrorCode.NotJson
        or BlittableErrorCode.ExpansionTooLarge
        or BlittableErrorCode.TooDeep
        or BlittableErrorCode.DocumentTooLarge);
}
