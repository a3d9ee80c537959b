using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;

namespace Blittable.AspNetCore.Tests;

[ApiController]
[Route("mvc/limited")]
[RequestSizeLimit(1000)]
public sealed class LimitedController : ControllerBase
{
    [HttpPost("document")]
    public int Document([FromBody] BlittableDocument document) => document.Root.Count;

    [HttpPost("patch")]
    public int Patch([FromBody] BlittablePatch patch) => patch.ToJson().Length;

    [HttpPost("stream")]
    public BlittableStreamResult Stream([FromBody] BlittableBodyStream documents) => Results.Blittable(documents);
}
