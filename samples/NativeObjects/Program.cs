using Blittable;
using NativeObjects;

// Serialize an object to a document, without intermediate JSON and without reflection, so that it works with Native AOT.
var order = new Order(7, "Ada", new DateTime(2024, 2, 29, 12, 0, 0, DateTimeKind.Utc), 42.50m)
{
    Lines = [new("pencil", 10, 1.25m), new("paper", 3, 10m)],
    State = State.Shipped,
};
using var document = BlittableSerializer.SerializeToDocument(order);

// Read the document in place.
Console.WriteLine(document.Root.ToJson());
Console.WriteLine(document.Root.GetProperty("Lines"u8)[1].GetProperty("Product"u8).GetString());

// Deserialize the document to an object.
var back = BlittableSerializer.Deserialize<Order>(document.Root)!;
Console.WriteLine($"{back.Customer}, {back.State}, {back.Lines.Sum(line => line.Quantity * line.Price)} of {back.Total}");
