using System.Text;

namespace Blittable.Benchmarks.Harness;

/// <summary>Implements the cell's side of taking turns with peers in other processes. Before a cell times a batch, it requests the core and waits for its
/// turn.</summary>
/// <remarks>
/// Interference on a virtual machine, such as another machine on the second thread of a core, comes and goes within milliseconds to minutes. Peers with
/// alternating batches are affected equally.
/// </remarks>
internal sealed class Turns
{
    /// <summary>The line that requests a turn.</summary>
    public const string Request = "turn";

    private static readonly byte[] s_request = Encoding.ASCII.GetBytes(Request + "\n");

    private readonly Stream _output = Console.OpenStandardOutput();
    private readonly Stream _input = Console.OpenStandardInput();

    /// <summary>Waits for the next turn.</summary>
    /// <exception cref="InvalidOperationException">The process that grants turns has ended.</exception>
    public void Await()
    {
        _output.Write(s_request);
        Span<byte> answer = stackalloc byte[1];
        if (_input.Read(answer) == 0)
        {
            throw new InvalidOperationException("The parent process has exited.");
        }
    }
}
