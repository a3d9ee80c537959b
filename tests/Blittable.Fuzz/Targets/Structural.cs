namespace Blittable.Fuzz.Targets;

/// <summary>Tells errors that say that a document is malformed from those that valid documents give too.</summary>
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
