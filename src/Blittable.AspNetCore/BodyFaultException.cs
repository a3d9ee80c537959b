using Microsoft.AspNetCore.Http;

namespace Blittable.AspNetCore;

/// <summary>The exception that is thrown for an invalid request body. Contains the status code of the response.</summary>
/// <param name="status">The status code.</param>
/// <param name="detail">A message that describes the fault.</param>
/// <param name="cause">The exception of the reader, if any.</param>
/// <param name="path">The path of the invalid JSON value, if it is known.</param>
internal sealed class BodyFaultException(int status, string detail, Exception? cause = null, string? path = null) : BadHttpRequestException(detail, status, cause!)
{
    /// <summary>Gets the fault in the JSON text or document, or <see langword="null"/> for another cause.</summary>
    public BlittableException? Fault => InnerException as BlittableException;

    /// <summary>Gets the path of the invalid JSON value, or <see langword="null"/> if it is unknown.</summary>
    public string? Path { get; } = path;

    /// <summary>Gets a value that indicates whether the body was not received because it exceeds the limit of the server or the connection failed.</summary>
    public bool IsUnreceived => InnerException is IOException or OperationCanceledException;

    /// <summary>Converts an exception that was thrown while reading a body. Returns <see langword="null"/> if the request did not cause it.</summary>
    public static BodyFaultException? Of(Exception exception, HttpContext context) => exception switch
    {
        BodyFaultException fault => fault,
        BadHttpRequestException fault => new BodyFaultException(fault.StatusCode, fault.Message, fault),
        BlittableException { Code: BlittableErrorCode.InputTooLarge } => new BodyFaultException(StatusCodes.Status413PayloadTooLarge, exception.Message, exception),
        BlittableException or IOException or InvalidDataException => new BodyFaultException(StatusCodes.Status400BadRequest, exception.Message, exception),

        // The decompressor of Brotli throws this exception for damaged data.
        InvalidOperationException { Source: "System.IO.Compression.Brotli" } => new BodyFaultException(StatusCodes.Status400BadRequest, exception.Message, exception),
        OperationCanceledException when context.RequestAborted.IsCancellationRequested =>
            new BodyFaultException(StatusCodes.Status400BadRequest, "The request ended before its body was complete.", exception),
        _ => null,
    };
}
