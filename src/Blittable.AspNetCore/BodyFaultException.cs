using Microsoft.AspNetCore.Http;

namespace Blittable.AspNetCore;

/// <summary>A fault of the body that a handler meets while it reads the body itself.</summary>
internal sealed class BodyFaultException(int status, BlittableException fault) : BadHttpRequestException(fault.Message, status, fault);
