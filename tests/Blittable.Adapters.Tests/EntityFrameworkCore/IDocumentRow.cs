namespace Blittable.Adapters.Tests.EntityFrameworkCore;

internal interface IDocumentRow
{
    BlittableDocument Document { get; set; }
}
