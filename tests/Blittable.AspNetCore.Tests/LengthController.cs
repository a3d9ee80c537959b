using Microsoft.AspNetCore.Mvc;

namespace Blittable.AspNetCore.Tests;

[ApiController]
[Route("mvc/length")]
public sealed class LengthController : ControllerBase
{
    [HttpPost]
    public int Length([FromBody] BlittableDocument document)
    {
        using (document)
        {
            return document.Bytes.Length;
        }
    }
}
