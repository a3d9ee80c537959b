using System.Collections.Concurrent;
using Blittable;
using Microsoft.AspNetCore.Mvc;

namespace WebDocuments;

/// <summary>Keeps orders as documents: each is converted once, when it arrives.</summary>
[ApiController]
[Route("orders")]
public sealed class OrdersController : ControllerBase
{
    private static readonly ConcurrentDictionary<int, BlittableDocument> Orders = new();

    [HttpPut("{id:int}")]
    public IActionResult Put(int id, [FromBody] BlittableDocument order)
    {
        Orders[id] = order;
        return NoContent();
    }

    [HttpGet("{id:int}")]
    public ActionResult<BlittableDocument> Get(int id) => Orders.TryGetValue(id, out var order) ? order : NotFound();
}
