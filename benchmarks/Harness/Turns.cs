using System.Text;

namespace Blittable.Benchmarks.Harness;

/// <summary>
/// A cell's side of taking turns with its peers, each in a process of its own: before it times a batch it asks for the core and waits until it is given.
/// </summary>
/// <remarks>
/// What slows a virtual machine, such as another one on the second thread of a core, comes and goes within milliseconds to minutes. Peers whose
/// batches alternate meet the same.
/// </remarks>
internal sealed class Turns
{
    /// <summary>The line that asks for a turn.</summary>
    public const string Request = "turn";

    private static readonly byte[] s_request = Encoding.ASCII.GetBytes(Request + "\n");

    private readonly Stream _output = Console.OpenStandardOutput();
    private readonly Stream _input = Console.OpenStandardInput();

    /// <summary>Waits for the next turn.</summary>
    /// <exception cref="InvalidOperationException">The process that gives turns has ended.</exception>
    public void Await()
    {
        _output.Write(s_request);
        Span<byte> answer = stackalloc byte[1];
        if (_input.Read(answer) == 0)
        {
            throw new InvalidOperationException("No turn was given: the process that started this one has ended.");
        }
    }
}
