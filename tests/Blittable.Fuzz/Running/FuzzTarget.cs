namespace Blittable.Fuzz.Running;

/// <summary>One part of the library: makes inputs for it, gives it an input, and knows what may come of it.</summary>
internal abstract class FuzzTarget
{
    /// <summary>The longest input that a target makes or takes.</summary>
    public const int MaxInput = 1 << 16;

    /// <summary>Gets the name by which command lines and folders of regressions know the target.</summary>
    public abstract string Name { get; }

    /// <summary>Gets the bytes that a case may allocate.</summary>
    public virtual long MaxAllocated => 32 << 20;

    /// <summary>Makes the input of a case.</summary>
    public abstract byte[] Make(FuzzRandom random);

    /// <summary>Gives an input to the library.</summary>
    /// <param name="input">Bytes between pages that cannot be accessed.</param>
    /// <returns>The outcome in a word or two, such as an error code; campaigns count outcomes.</returns>
    /// <exception cref="FuzzFailure">The library broke a promise. Any other exception is a failure too.</exception>
    public abstract string Run(Memory<byte> input);
}
