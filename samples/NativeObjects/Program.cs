using Blittable;
using NativeObjects;

// An object becomes a document: no JSON in between, and nothing that native code lacks.
var order = new Order(7, "Ada", new DateTime(2024, 2, 29, 12, 0, 0, DateTimeKind.Utc), 42.50m)
{
    Lines = [new("pencil", 10, 1.25m), new("paper", 3, 10m)],
    State = State.Shipped,
};
using var document = BlittableSerializer.SerializeToDocument(order);

// The document is read in place ...
Console.WriteLine(document.Root.ToJson());
Console.WriteLine(document.Root.GetProperty("Lines"u8)[1].GetProperty("Product"u8).GetString());

// ... or becomes an object again.
var back = BlittableSerializer.Deserialize<Order>(document.Root)!;
Console.WriteLine($"{back.Customer}, {back.State}, {back.Lines.Sum(line => line.Quantity * line.Price)} of {back.Total}");
