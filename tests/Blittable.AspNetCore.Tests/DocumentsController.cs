using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;

namespace Blittable.AspNetCore.Tests;

[ApiController]
[Route("mvc")]
public sealed class DocumentsController(DocumentsController.Store store) : ControllerBase
{
    [HttpPost("echo")]
    public ActionResult<BlittableDocument> Echo([FromBody] BlittableDocument document) => document;

    [HttpPost("optional")]
    public string Optional([FromBody] BlittableDocument? document) => document is null ? "null" : document.Root.ToJson();

    [HttpGet("document")]
    public ActionResult<BlittableDocument> Get() => store.Document;

    [HttpPost("created")]
    public ActionResult<BlittableDocument> Create() => Created("/mvc/document", store.Document);

    [HttpPatch("document")]
    public BlittableDocument Patch([FromBody] BlittablePatchBody patch) => patch.ApplyTo(store.Document);

    [HttpPatch("plain")]
    public BlittableDocument Patch([FromBody] BlittablePatch patch) => patch.ApplyTo(store.Document);

    [HttpPost("through")]
    public BlittableStreamResult Through([FromBody] BlittableBodyStream documents) => Results.Blittable(documents);

    [HttpPost("count")]
    public async Task<int> Count([FromBody] BlittableBodyStream documents)
    {
        var count = 0;
        await foreach (var document in documents)
        {
            document.Dispose();
            count++;
        }

        return count;
    }

    /// <summary>Holds the document that the actions return.</summary>
    public sealed record Store(BlittableDocument Document);
}
