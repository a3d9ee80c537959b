namespace Blittable.Fuzz.Running;

/// <summary>A part of the library to fuzz: creates inputs, runs them and checks the results.</summary>
internal abstract class FuzzTarget
{
    /// <summary>The maximum length of an input.</summary>
    public const int MaxInput = 1 << 16;

    /// <summary>Gets the name of the target in command lines and regression folders.</summary>
    public abstract string Name { get; }

    /// <summary>Gets the number of bytes that a case may allocate.</summary>
    public virtual long MaxAllocated => 32 << 20;

    /// <summary>Creates the input of a case.</summary>
    public abstract byte[] Make(FuzzRandom random);

    /// <summary>Runs an input.</summary>
    /// <param name="input">Bytes between inaccessible pages.</param>
    /// <returns>A short outcome, such as an error code. Campaigns count outcomes.</returns>
    /// <exception cref="FuzzFailure">The library violated a requirement. Any other exception is a failure, too.</exception>
    public abstract string Run(Memory<byte> input);
}
