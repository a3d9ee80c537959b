namespace Blittable.Rendering;

/// <summary>Indented or not, and whether values may be repeated, as a type, so that the loop over values is compiled for each, without a check.</summary>
internal interface IRenderLayout
{
    static abstract bool IsIndented { get; }

    /// <summary>Gets a value that indicates whether what was rendered is remembered, to be copied where it is referred to again.</summary>
    static abstract bool IsRepeating { get; }

    internal readonly struct Compact : IRenderLayout
    {
        public static bool IsIndented => false;

        public static bool IsRepeating => false;
    }

    internal readonly struct Repeating : IRenderLayout
    {
        public static bool IsIndented => false;

        public static bool IsRepeating => true;
    }

    internal readonly struct Indented : IRenderLayout
    {
        public static bool IsIndented => true;

        public static bool IsRepeating => false;
    }
}
