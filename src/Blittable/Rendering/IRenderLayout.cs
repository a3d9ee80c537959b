namespace Blittable.Rendering;

/// <summary>Defines indentation and repetition as a type, so that the JIT compiles the loop over values for each variant without checks.</summary>
internal interface IRenderLayout
{
    static abstract bool IsIndented { get; }

    /// <summary>Gets a value that indicates whether rendered text is tracked, so that it can be copied for further references to a value.</summary>
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
